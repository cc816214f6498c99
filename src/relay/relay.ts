import { systemCode } from "../diagnostic/errno-words.ts";
import type { CaptureFolder, Endpoint, RecordingWorld, Upstream, WireEnd } from "../io/wire.ts";
import { loops, shown, shownUpstream } from "./address.ts";
import { Connection } from "./connection.ts";
import { instant, lineOf, rawName, type RelayEvent } from "./events.ts";

/** A failure that a person is to be told while the relay runs. */
export interface RelayTrouble {
  /** null: no single one. */
  readonly connection: number | null;
  readonly what: "not-reached" | "recorder";
  readonly code: string;
}

export interface Totals {
  connections: number;
  notReached: number;
  unwritten: number;
  readonly bytes: { fromClient: number; fromServer: number };
}

/** Everything that goes through one listening address. */
export class Relay {
  readonly #open = new Map<number, Connection>();
  readonly totals: Totals = { connections: 0, notReached: 0, unwritten: 0, bytes: { fromClient: 0, fromServer: 0 } };
  readonly #began: number;
  #listen: Endpoint = { host: "", port: -1 };
  #stopping: (() => void) | null = null;

  constructor(
    private readonly world: Pick<RecordingWorld, "connect" | "elapsed" | "own" | "pid">,
    private readonly folder: CaptureFolder,
    private readonly to: Upstream,
    private readonly trouble: (trouble: RelayTrouble) => void,
  ) {
    this.#began = world.elapsed();
  }

  /** The first line of events. */
  started(listen: Endpoint, at: Date, version: string): void {
    this.#listen = listen;
    const { id } = this.folder;
    this.#note({
      event: "started",
      schema: "tierwright/capture-events/v1",
      version,
      id,
      at: at.toISOString(),
      mode: "plain",
      listen: shown(listen),
      to: shownUpstream(this.to),
      pid: this.world.pid,
    });
  }

  accept(client: WireEnd, from: Endpoint): void {
    const c = ++this.totals.connections;
    this.#note({ event: "accepted", c, t: this.#now(), from: shown(from) });
    const files = this.#files(c);
    if (!files) {
      refuse(client);
      return;
    }
    const connection = new Connection(
      client,
      this.world.connect(this.to),
      files,
      {
        note: (event) => this.#note({ ...event, c, t: this.#now() } as RelayEvent),
        failed: (what, code) => this.#failed(c, what, code),
        over: () => this.#over(c, connection),
      },
      ({ host, port }) => loops(this.#listen, [host], port, this.world.own()),
    );
    this.#open.set(c, connection);
    connection.begin();
  }

  #files(c: number) {
    try {
      const up = this.folder.open(rawName(c, "c2s"));
      try {
        return { c2s: up, s2c: this.folder.open(rawName(c, "s2c")) };
      } catch (error) {
        up.close();
        throw error;
      }
    } catch (error) {
      const code = systemCode(error);
      this.#note({ event: "reset", c, t: this.#now(), by: "recorder", code });
      this.#failed(c, "recorder", code);
      return null;
    }
  }

  #failed(connection: number, what: RelayTrouble["what"], code: string): void {
    if (what === "recorder") this.totals.unwritten += 1;
    else this.totals.notReached += 1;
    this.trouble({ connection, what, code });
  }

  /** Events could not be written: nothing goes on unrecorded. */
  unrecorded(error: unknown): void {
    const code = systemCode(error);
    this.totals.unwritten += 1;
    for (const connection of this.#open.values()) connection.break("recorder", code);
    this.trouble({ connection: null, what: "recorder", code });
  }

  #over(c: number, connection: Connection): void {
    const { c2s, s2c } = connection.lengths;
    this.#open.delete(c);
    this.totals.bytes.fromClient += c2s;
    this.totals.bytes.fromServer += s2c;
    this.#note({ event: "closed", c, t: this.#now(), c2s, s2c });
    if (this.#open.size === 0) this.#stopping?.();
  }

  /** Breaks off what is open, and resolves when the last of it is closed. */
  async stop(signal: string): Promise<void> {
    if (this.#open.size > 0) {
      const all = new Promise<void>((resolve) => {
        this.#stopping = resolve;
      });
      for (const connection of [...this.#open.values()]) connection.break("relay", signal);
      await all;
    }
    this.#note({ event: "stopped", t: this.#now(), signal });
  }

  #now(): number {
    return instant(this.world.elapsed() - this.#began);
  }

  #note(event: RelayEvent): void {
    this.folder.note(lineOf(event));
  }
}

/** Ends a connection that nothing can be recorded of. */
function refuse(client: WireEnd): void {
  const nothing = () => undefined;
  client.begin({ connected: nothing, bytes: nothing, drained: nothing, finished: nothing, lost: nothing, closed: nothing });
  client.reset();
}
