import { systemCode } from "../diagnostic/errno-words.ts";
import type { Endpoint, RawFile, WireEnd } from "../io/wire.ts";
import { shown } from "./address.ts";
import type { Breaker, RelayEvent, Way } from "./events.ts";

type OfConnection<E = RelayEvent> = E extends { readonly c: number } ? Omit<E, "c" | "t"> : never;

/** What a connection tells. */
export interface ConnectionLog {
  note(event: OfConnection): void;
  /** The server was not reached, or what came could not be written. */
  failed(what: "not-reached" | "recorder", code: string): void;
  over(): void;
}

/** One direction: who sends, the file that its bytes go to first, and who receives. It alone writes to that file and to that receiver. */
class Lane {
  length = 0;
  ended = false;
  constructor(
    readonly way: Way,
    readonly from: WireEnd,
    readonly to: WireEnd,
    readonly file: RawFile,
  ) {}

  forward(chunk: Uint8Array): void {
    if (!this.to.send(chunk)) this.from.pause();
  }
}

/**
 * A client's connection and the one to the server that it stands for. A byte is sent on when it is on disk and not before; both directions go
 * their own way to their own end; a side that says no more is to come is passed on (FIN), one that breaks off breaks off the other (RST).
 */
export class Connection {
  readonly #up: Lane;
  readonly #down: Lane;
  /** Until the server is reached: what the client said meanwhile, and is on disk. */
  #held: Uint8Array[] | null = [];
  #broken = false;
  #openEnds = 2;

  constructor(
    private readonly client: WireEnd,
    private readonly server: WireEnd,
    files: Readonly<Record<Way, RawFile>>,
    private readonly log: ConnectionLog,
    /** True: that server is this relay. */
    private readonly loops: (server: Endpoint) => boolean,
  ) {
    this.#up = new Lane("c2s", client, server, files.c2s);
    this.#down = new Lane("s2c", server, client, files.s2c);
  }

  get lengths(): Readonly<Record<Way, number>> {
    return { c2s: this.#up.length, s2c: this.#down.length };
  }

  begin(): void {
    this.server.begin(this.#events(this.#down, (peer) => this.#reached(peer)));
    this.client.begin(this.#events(this.#up, () => undefined));
  }

  #events(lane: Lane, connected: (peer: Endpoint) => void): Parameters<WireEnd["begin"]>[0] {
    const back = lane === this.#up ? this.#down : this.#up;
    return {
      connected,
      bytes: (chunk) => this.#take(lane, chunk),
      // what waits for this end is the other direction
      drained: () => back.from.resume(),
      finished: () => this.#finish(lane),
      lost: (code) => this.#lost(lane, code),
      closed: () => this.#closed(lane),
    };
  }

  #reached(peer: Endpoint): void {
    if (this.#broken) return;
    if (this.loops(peer)) {
      this.#notReached("loop");
      return;
    }
    this.log.note({ event: "connected", to: shown(peer) });
    const held = this.#held ?? [];
    this.#held = null;
    this.client.resume();
    for (const chunk of held) this.#up.forward(chunk);
    if (this.#up.ended) this.server.finish();
  }

  #take(lane: Lane, chunk: Uint8Array): void {
    if (this.#broken) return;
    try {
      lane.file.append(chunk);
    } catch (error) {
      this.#unwritten(systemCode(error));
      return;
    }
    this.log.note({ event: "read", way: lane.way, offset: lane.length, length: chunk.length });
    lane.length += chunk.length;
    if (lane === this.#up && this.#held) {
      this.#held.push(chunk);
      this.client.pause();
    } else lane.forward(chunk);
  }

  #finish(lane: Lane): void {
    if (this.#broken) return;
    lane.ended = true;
    this.log.note({ event: "fin", way: lane.way, offset: lane.length });
    if (lane === this.#down || !this.#held) lane.to.finish();
  }

  #lost(lane: Lane, code: string): void {
    if (this.#broken) return;
    if (lane === this.#down && this.#held) this.#notReached(code);
    else this.break(lane === this.#up ? "client" : "server", code);
  }

  #notReached(code: string): void {
    this.log.note({ event: "not-reached", code });
    this.#end();
    this.log.failed("not-reached", code);
  }

  #unwritten(code: string): void {
    this.break("recorder", code);
    this.log.failed("recorder", code);
  }

  /** Ends both sides out of turn. */
  break(by: Breaker, code: string): void {
    if (this.#broken) return;
    this.log.note({ event: "reset", by, code });
    this.#end();
  }

  #end(): void {
    this.#broken = true;
    this.#held = [];
    this.client.reset();
    this.server.reset();
  }

  #closed(lane: Lane): void {
    // gone without a word, so what the other side still says has no way to go
    if (!(this.#up.ended && this.#down.ended)) this.#lost(lane, "CLOSED");
    this.#openEnds -= 1;
    if (this.#openEnds > 0) return;
    this.#up.file.close();
    this.#down.file.close();
    this.log.over();
  }
}
