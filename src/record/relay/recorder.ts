import { systemCode } from "../../kernel/index.ts";
import type { CaptureFolder, RawFile, RecordingWorld } from "../../platform/index.ts";
import { instant, lineOf, type RelayEvent, rawName, readLine, type StartedRelay, sentName, type Way } from "./events.ts";

/** A failure that a relay reports while it runs. */
export interface RelayTrouble {
  /** The role of the relay that failed; null if events.ndjson could not be written, which concerns all relays. */
  readonly relay: string | null;
  /** The number of the connection that failed; null if events.ndjson could not be written, which concerns all connections. */
  readonly connection: number | null;
  readonly what: "not-reached" | "not-greeted" | "recorder";
  readonly code: string;
}

export interface Totals {
  connections: number;
  notReached: number;
  /** The number of failed TLS handshakes with clients that do not trust the capture's CA certificate or do not speak TLS. */
  notGreeted: number;
  unwritten: number;
  readonly bytes: { fromClient: number; fromServer: number };
}

/** The raw files of a connection in a capture; `sent` is null unless the relay's mode is `patch`. */
export interface ConnectionFiles {
  readonly received: Readonly<Record<Way, RawFile>>;
  readonly sent: Readonly<Record<Way, RawFile>> | null;
}

/** A connection that is still open and that the recorder can reset. */
interface Open {
  break(by: "recorder" | "relay", code: string): void;
}

type Timed<E = RelayEvent> = E extends { readonly t: number } ? Omit<E, "t"> : never;

type OfConnection<E = RelayEvent> = E extends { readonly c: number } ? Omit<E, "c" | "t"> : never;

/** The recorder of one capture, which all relays of the recording share: it numbers connections, and writes events and raw files. */
export class Recorder {
  readonly totals: Totals = {
    connections: 0,
    notReached: 0,
    notGreeted: 0,
    unwritten: 0,
    bytes: { fromClient: 0, fromServer: 0 },
  };
  readonly #open = new Map<number, Open>();
  readonly #began: number;
  /** The events of clients that connected before all relays listened, until `started` is written as the first line; then null. */
  #early: RelayEvent[] | null = [];
  /** True as soon as the relays accept no further connection. */
  stopping = false;
  #emptied: (() => void) | null = null;

  constructor(
    private readonly world: Pick<RecordingWorld, "elapsed" | "pid">,
    private readonly folder: CaptureFolder,
    private readonly trouble: (trouble: RelayTrouble) => void,
  ) {
    this.#began = world.elapsed();
  }

  /** Writes the event `started` as the first line of events.ndjson, and then the events that came before. */
  started(relays: readonly StartedRelay[], at: Date, version: string): void {
    const { id } = this.folder;
    const { pid } = this.world;
    const early = this.#early ?? [];
    this.#early = null;
    this.#write({ event: "started", schema: "tierwright/capture-events/v1", version, id, at: at.toISOString(), pid, relays });
    for (const event of early) this.#write(event);
  }

  /** Returns the number that the next connection gets in the capture. */
  next(): number {
    this.totals.connections += 1;
    return this.totals.connections;
  }

  note(event: Timed): void {
    const now = { ...event, t: instant(this.world.elapsed() - this.#began) } as RelayEvent;
    if (this.#early) this.#early.push(now);
    else this.#write(now);
  }

  /** Records an event of a connection, with its number and time. */
  noteOf(c: number, event: OfConnection): void {
    if (event.event !== "read" || this.#early) {
      this.note({ ...event, c } as Timed);
      return;
    }
    const { way, offset, length } = event;
    this.folder.note(readLine(c, this.world.elapsed() - this.#began, way, offset, length));
  }

  #write(event: RelayEvent): void {
    this.folder.note(lineOf(event));
  }

  /**
   * Creates the raw files for the received bytes of a connection, and for the sent bytes if `patched`. Returns null if a file cannot be
   * created, after reporting the failure.
   */
  files(relay: string, c: number, patched: boolean): ConnectionFiles | null {
    const made: RawFile[] = [];
    const open = (name: string) => {
      const file = this.folder.open(name);
      made.push(file);
      return file;
    };
    try {
      const received = { c2s: open(rawName(c, "c2s")), s2c: open(rawName(c, "s2c")) };
      return { received, sent: patched ? { c2s: open(sentName(c, "c2s")), s2c: open(sentName(c, "s2c")) } : null };
    } catch (error) {
      for (const file of made) file.close();
      const code = systemCode(error);
      this.note({ event: "reset", c, by: "recorder", code });
      this.failed(relay, c, "recorder", code);
      return null;
    }
  }

  failed(relay: string | null, connection: number | null, what: RelayTrouble["what"], code: string): void {
    if (what === "recorder") this.totals.unwritten += 1;
    else if (what === "not-greeted") this.totals.notGreeted += 1;
    else this.totals.notReached += 1;
    this.trouble({ relay, connection, what, code });
  }

  /** Resets all connections because events.ndjson could not be written: no unrecorded byte may be forwarded. */
  unrecorded(error: unknown): void {
    const code = systemCode(error);
    for (const connection of this.#open.values()) connection.break("recorder", code);
    this.failed(null, null, "recorder", code);
  }

  opened(c: number, connection: Open): void {
    this.#open.set(c, connection);
  }

  /** Records the end of a connection whose client side, server side and raw files are closed, with its byte counts. */
  over(c: number, { c2s, s2c }: Readonly<Record<Way, number>>): void {
    this.#open.delete(c);
    this.totals.bytes.fromClient += c2s;
    this.totals.bytes.fromServer += s2c;
    this.note({ event: "closed", c, c2s, s2c });
    if (this.#open.size === 0) this.#emptied?.();
  }

  /** Resets open connections, and resolves when the last one is closed and the event `stopped` is recorded. */
  async stop(signal: string): Promise<void> {
    this.stopping = true;
    if (this.#open.size > 0) {
      const all = new Promise<void>((resolve) => {
        this.#emptied = resolve;
      });
      for (const connection of [...this.#open.values()]) connection.break("relay", signal);
      await all;
    }
    this.note({ event: "stopped", signal });
  }
}
