import { addTo } from "../../kernel/index.ts";
import { type Breaker, eventsIn, type RelayEvent, type Way } from "../relay/events.ts";
import { isEnd, isStart, type Life } from "../relay/life.ts";

/** The moment of an event: its position among the events of its connection, and milliseconds since the start of the capture. */
export interface Moment {
  readonly order: number;
  readonly t: number;
}

/** The end of a connection, as events.ndjson reports it; `open` if no event reports an end. */
export type Ending =
  | { readonly kind: "open" | "closed" }
  | { readonly kind: "not-reached" | "not-greeted"; readonly code: string }
  | { readonly kind: "reset"; readonly by: Breaker; readonly code: string };

/** One direction of a recorded connection, as events.ndjson of its capture reports it. */
export interface DirectionEvents {
  /** The number of bytes that the relay received in this direction, according to the events. */
  readonly length: number;
  /** The moment at which the sender announced the end of its data (FIN); null if it did not. */
  readonly fin: Moment | null;
  /** Returns when the relay received the byte at an offset; null if no event reports it. */
  arrival(offset: number): Moment | null;
  /** Yields the range of each `read` event, in the order of arrival; its bytes arrived at once. */
  reads(): Iterable<{ readonly offset: number; readonly length: number; readonly moment: Moment }>;
}

/** One recorded connection, as events.ndjson of its capture reports it. */
export interface ConnectionEvents {
  readonly n: number;
  /** The role of the relay that accepted the connection; null if it is unknown. */
  readonly relay: string | null;
  readonly from: string | null;
  /** The address and port of the server that was reached; null if none was. */
  readonly to: string | null;
  readonly accepted: Moment | null;
  readonly ending: Ending;
  readonly ways: Readonly<Record<Way, DirectionEvents>>;
}

export interface CaptureEvents extends Life {
  readonly connections: ReadonlyMap<number, ConnectionEvents>;
  /** The number of lines in events.ndjson that are not valid events. */
  readonly damaged: number;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isTime = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/** Parses the text of events.ndjson, also of a killed recording. Counts invalid lines as `damaged` and skips them. */
export function readEvents(text: string): CaptureEvents {
  const { events, damaged } = eventsIn(text);
  const byConnection = new Map<number, RelayEvent[]>();
  let started: CaptureEvents["started"] = null;
  let [stopped, odd]: [string | null, number] = [null, 0];
  for (const event of events) {
    if (isStart(event)) started ??= event;
    else if (isEnd(event)) stopped ??= String(event.signal);
    else if ("c" in event && isCount(event.c) && event.c > 0 && isTime(event.t)) addTo(byConnection, event.c, event);
    else odd += 1;
  }
  const connections = new Map([...byConnection].map(([n, own]) => [n, toldConnection(n, own)]));
  return { started, stopped, connections, damaged: damaged + odd };
}

/** Returns the value for a connection that has a raw file but no events. */
export const untold = (n: number): ConnectionEvents => toldConnection(n, []);

function toldConnection(n: number, events: readonly RelayEvent[]): ConnectionEvents {
  const ways = { c2s: new Reads(), s2c: new Reads() };
  let [relay, from, to, accepted]: [string | null, string | null, string | null, Moment | null] = [null, null, null, null];
  let ending: Ending = { kind: "open" };
  for (const [order, event] of events.entries()) {
    const moment = { order, t: "t" in event ? event.t : 0 };
    if (event.event === "accepted") [relay, from, accepted] = [event.relay ?? null, event.from, moment];
    else if (event.event === "connected") to = event.to;
    else if (event.event === "read") ways[event.way]?.add(event.offset, event.length, moment);
    else if (event.event === "fin") ways[event.way]?.end(moment);
    else if (event.event === "not-reached" || event.event === "not-greeted") ending = { kind: event.event, code: event.code };
    else if (event.event === "reset" && ending.kind === "open") ending = { kind: "reset", by: event.by, code: event.code };
    else if (event.event === "closed" && ending.kind === "open") ending = { kind: "closed" };
  }
  return { n, relay, from, to, accepted, ending, ways };
}

/** The `read` events and the FIN of one direction of a connection, in the order of their offsets. */
class Reads implements DirectionEvents {
  length = 0;
  fin: Moment | null = null;
  readonly #offsets: number[] = [];
  readonly #moments: Moment[] = [];

  add(offset: number, length: number, moment: Moment): void {
    // a `read` event is invalid if its bytes overlap those of an earlier one
    if (!isCount(offset) || !isCount(length) || offset < this.length) return;
    this.#offsets.push(offset);
    this.#moments.push(moment);
    this.length = offset + length;
  }

  end(moment: Moment): void {
    this.fin ??= moment;
  }

  *reads(): ReturnType<DirectionEvents["reads"]> extends Iterable<infer One> ? Generator<One> : never {
    for (const [i, offset] of this.#offsets.entries()) {
      const moment = this.#moments[i];
      if (moment) yield { offset, length: (this.#offsets[i + 1] ?? this.length) - offset, moment };
    }
  }

  arrival(offset: number): Moment | null {
    if (offset < 0 || offset >= this.length) return null;
    let [from, to] = [0, this.#offsets.length];
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if ((this.#offsets[middle] ?? 0) <= offset) from = middle;
      else to = middle;
    }
    return this.#moments[from] ?? null;
  }
}
