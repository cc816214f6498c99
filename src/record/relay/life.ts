import { eventsIn, type RelayEvent } from "./events.ts";

type Of<N extends RelayEvent["event"]> = Extract<RelayEvent, { event: N }>;
export type Started = Of<"started">;

/** The beginning and the end of a recording, as events.ndjson records them. */
export interface Life {
  /** The event `started`; null if it is missing or invalid. */
  readonly started: Started | null;
  /** The reason in the event `stopped`, such as a signal or `record stop`; null if the recording still runs or was killed. */
  readonly stopped: string | null;
}

const isRelay = (value: unknown): boolean => {
  const { role, listen, to } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return [role, listen, to].every((one) => typeof one === "string");
};

/** Returns whether a value is a valid process id. A negative number is not: to the system it would mean a process group. */
const isProcess = (pid: unknown): boolean => Number.isSafeInteger(pid) && (pid as number) > 0 && (pid as number) < 2 ** 31;

/** Returns whether an event is a `started` event with a valid process id and valid relays. */
export const isStart = (event: RelayEvent): event is Started =>
  event.event === "started" && isProcess(event.pid) && Array.isArray(event.relays) && event.relays.every(isRelay);

export const isEnd = (event: RelayEvent): event is Of<"stopped"> => event.event === "stopped";

/** Yields the lines of events.ndjson that can be a `started` or `stopped` event, so that the many `read` events need no parsing. */
function* linesOf(text: string): Generator<string> {
  let end = -1;
  for (const { index } of text.matchAll(/"event":"(?:started|stopped)"/g)) {
    if (index < end) continue; // the match is in a line that was already yielded
    const start = text.lastIndexOf("\n", index) + 1;
    const next = text.indexOf("\n", index);
    end = next < 0 ? text.length : next;
    yield text.slice(start, end);
  }
}

export function lifeIn(text: string): Life {
  const { events } = eventsIn([...linesOf(text)].join("\n"));
  const stopped = events.find(isEnd);
  return { started: events.find(isStart) ?? null, stopped: stopped ? String(stopped.signal) : null };
}
