import { systemCode } from "../../kernel/index.ts";
import type { Endpoint, Secured, WireEnd } from "../../platform/index.ts";
import { endpointText } from "./address.ts";
import type { Breaker, Way } from "./events.ts";
import { Lane, type LaneNote } from "./lane.ts";
import type { PatchedStream } from "./patch/stream.ts";
import type { ConnectionFiles } from "./recorder.ts";

/** The receiver of the events of one connection. */
export interface ConnectionLog {
  readonly note: LaneNote;
  /** Reports that the server was not reached, that the TLS handshake with the client failed, or that bytes could not be recorded. */
  failed(what: "not-reached" | "not-greeted" | "recorder", code: string): void;
  over(): void;
}

/** Error codes of a failed TLS handshake, unlike those of a broken TCP connection (ECONNRESET). */
const OF_TLS = /^(?:ERR_|EPROTO)/;

/** The rules by which a relay handles its connections. */
export interface ConnectionRules {
  /** Returns whether the reached server address is that of a relay of this recording, so that connections would loop. */
  loops(server: Endpoint): boolean;
  /** True if the relay speaks TLS with the client (mode `tls`). */
  readonly secure: boolean;
  /** The streams that change forwarded bytes; null if bytes are forwarded unchanged. */
  readonly patches: Readonly<Record<Way, PatchedStream>> | null;
}

/**
 * A client's connection to a relay and the relay's connection to the server. A byte is forwarded only once it is written to the capture.
 * Both directions end independently: the relay passes on the end of one side's data (FIN), and resets both sides if one is reset (RST).
 */
export class Connection {
  readonly #up: Lane;
  readonly #down: Lane;
  /** The client's bytes that are recorded and wait until the server is reached; null once it is. */
  #held: Uint8Array[] | null = [];
  #greeted = false;
  #broken = false;
  #openEnds = 2;

  constructor(
    private readonly client: WireEnd,
    private readonly server: WireEnd,
    files: ConnectionFiles,
    private readonly log: ConnectionLog,
    private readonly how: ConnectionRules,
  ) {
    const leg = (way: Way) => how.patches && files.sent && { file: files.sent[way], stream: how.patches[way] };
    this.#up = new Lane("c2s", client, server, files.received.c2s, leg("c2s"), log.note);
    this.#down = new Lane("s2c", server, client, files.received.s2c, leg("s2c"), log.note);
  }

  get lengths(): Readonly<Record<Way, number>> {
    return { c2s: this.#up.length, s2c: this.#down.length };
  }

  begin(): void {
    this.server.begin(this.#events(this.#down, (peer, secured) => this.#reached(peer, secured)));
    this.client.begin(this.#events(this.#up, (_, secured) => this.#met("client", secured)));
  }

  #events(lane: Lane, connected: (peer: Endpoint, secured?: Secured) => void): Parameters<WireEnd["begin"]>[0] {
    const back = lane === this.#up ? this.#down : this.#up;
    return {
      connected,
      bytes: (chunk) => this.#take(lane, chunk),
      // resumes the sender whose bytes go to this end: it was paused while this end could not take more
      drained: () => back.from.resume(),
      finished: () => this.#finish(lane),
      lost: (code) => this.#lost(lane, code),
      closed: () => this.#closed(lane),
    };
  }

  #met(side: "client" | "server", secured: Secured | undefined): void {
    if (this.#broken || !secured) return;
    if (side === "client") this.#greeted = true;
    this.log.note({ event: "greeted", side, ...secured });
  }

  #reached(peer: Endpoint, secured: Secured | undefined): void {
    if (this.#broken) return;
    if (this.how.loops(peer)) {
      this.#notReached("loop");
      return;
    }
    this.log.note({ event: "connected", to: endpointText(peer) });
    this.#met("server", secured);
    const held = this.#held ?? [];
    this.#held = null;
    this.client.resume();
    this.#written(() => {
      for (const chunk of held) this.#up.forward(chunk);
      if (this.#up.ended) this.#up.finish();
    });
  }

  #take(lane: Lane, chunk: Uint8Array): void {
    if (this.#broken) return;
    try {
      lane.record(chunk);
      if (lane !== this.#up || !this.#held) {
        lane.forward(chunk);
        return;
      }
      this.#held.push(Buffer.from(chunk));
      this.client.pause();
    } catch (error) {
      this.#unwritten(systemCode(error));
    }
  }

  /** Runs a step that writes files of the capture; if writing fails, resets the connection, so that no unrecorded byte is sent. */
  #written(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#unwritten(systemCode(error));
    }
  }

  #finish(lane: Lane): void {
    if (this.#broken) return;
    if (lane === this.#up && this.how.secure && !this.#greeted) {
      // many clients that do not trust the relay's certificate close the connection without a TLS alert
      this.#notGreeted("CLOSED");
      return;
    }
    lane.ended = true;
    this.log.note({ event: "fin", way: lane.way, offset: lane.length });
    if (lane === this.#down || !this.#held) this.#written(() => lane.finish());
  }

  #lost(lane: Lane, code: string): void {
    if (this.#broken) return;
    if (lane === this.#down && this.#held) this.#notReached(code);
    else if (lane === this.#up && this.how.secure && !this.#greeted && OF_TLS.test(code)) this.#notGreeted(code);
    else this.break(lane === this.#up ? "client" : "server", code);
  }

  #notReached(code: string): void {
    this.log.note({ event: "not-reached", code });
    this.#end();
    this.log.failed("not-reached", code);
  }

  #notGreeted(code: string): void {
    this.log.note({ event: "not-greeted", code });
    this.#end();
    this.log.failed("not-greeted", code);
  }

  #unwritten(code: string): void {
    this.break("recorder", code);
    this.log.failed("recorder", code);
  }

  /** Resets the connections to the client and to the server, and records which party caused the reset. */
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
    // a client or server that closed without FIN cannot receive the bytes that the other one still sends
    if (!(this.#up.ended && this.#down.ended)) this.#lost(lane, "CLOSED");
    this.#openEnds -= 1;
    if (this.#openEnds > 0) return;
    this.#up.close();
    this.#down.close();
    this.log.over();
  }
}
