import { type Breaker, eventsIn, type RelayEvent, type Way } from "./events.ts";

/** What became of a connection; `open`: nothing says that it ended, so it is open still or the run was killed. */
export type ConnectionEnd =
  | { readonly kind: "open" | "closed" }
  | { readonly kind: "not-reached" | "not-greeted"; readonly code: string }
  | { readonly kind: "reset"; readonly by: Breaker; readonly code: string };

export interface RecordedConnection {
  readonly n: number;
  /** The role of the relay that it came through. */
  readonly relay: string;
  readonly from: string;
  /** Address and port of the server that answered; null: none did. */
  readonly to: string | null;
  /** As many as events speak of; the raw files have at least these. */
  readonly bytes: Readonly<Record<Way, number>>;
  readonly end: ConnectionEnd;
}

export interface Capture {
  /** null: the first line is not there or cannot be read. */
  readonly started: Extract<RelayEvent, { event: "started" }> | null;
  /** The signal that ended it; null: it runs, or was killed. */
  readonly stopped: string | null;
  readonly connections: readonly RecordedConnection[];
  /** Lines that are no event. */
  readonly damaged: number;
}

type Of<N extends RelayEvent["event"]> = Extract<RelayEvent, { event: N }>;

/** A capture as its events tell it, whatever the end of the run was. */
export function captureIn(text: string): Capture {
  const { events, damaged } = eventsIn(text);
  const all = <N extends RelayEvent["event"]>(name: N) => events.filter((one): one is Of<N> => one.event === name);
  const byConnection = new Map<number, RelayEvent[]>();
  for (const event of events) {
    if (!("c" in event)) continue;
    const known = byConnection.get(event.c);
    if (known) known.push(event);
    else byConnection.set(event.c, [event]);
  }
  return {
    started: all("started").find(({ relays }) => Array.isArray(relays)) ?? null,
    stopped: all("stopped")[0]?.signal ?? null,
    connections: [...byConnection].map(([n, own]) => connectionOf(n, own)),
    damaged,
  };
}

function connectionOf(n: number, events: readonly RelayEvent[]): RecordedConnection {
  const bytes = { c2s: 0, s2c: 0 };
  let [relay, from, to]: [string, string, string | null] = ["", "", null];
  let end: ConnectionEnd = { kind: "open" };
  for (const event of events) {
    if (event.event === "accepted") [relay, from] = [event.relay, event.from];
    else if (event.event === "connected") to = event.to;
    else if (event.event === "read") bytes[event.way] = Math.max(bytes[event.way], event.offset + event.length);
    else if (event.event === "not-reached" || event.event === "not-greeted") end = { kind: event.event, code: event.code };
    else if (event.event === "reset") end = { kind: "reset", by: event.by, code: event.code };
    else if (event.event === "closed" && end.kind === "open") end = { kind: "closed" };
  }
  return { n, relay, from, to, bytes, end };
}
