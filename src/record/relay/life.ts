import { eventsIn, type RelayEvent } from "./events.ts";

type Of<N extends RelayEvent["event"]> = Extract<RelayEvent, { event: N }>;
export type Started = Of<"started">;

/** When a recording began and how it ended, as its events say. */
export interface Life {
  /** null: the first line is not there or cannot be read. */
  readonly started: Started | null;
  /** The signal that ended it; null: it runs, or was killed. */
  readonly stopped: string | null;
}

const isRelay = (value: unknown): boolean => {
  const { role, listen, to } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return [role, listen, to].every((one) => typeof one === "string");
};

/** A number that a system gives a process: a negative one means a group of them. */
const isProcess = (pid: unknown): boolean => Number.isSafeInteger(pid) && (pid as number) > 0 && (pid as number) < 2 ** 31;

/** One that says who records, and where it listens. */
export const isStart = (event: RelayEvent): event is Started =>
  event.event === "started" && isProcess(event.pid) && Array.isArray(event.relays) && event.relays.every(isRelay);

export const isEnd = (event: RelayEvent): event is Of<"stopped"> => event.event === "stopped";

/** The lines that tell of it: there are few, among reads without number that nobody has to parse for that. */
function* linesOf(text: string): Generator<string> {
  let end = -1;
  for (const { index } of text.matchAll(/"event":"(?:started|stopped)"/g)) {
    if (index < end) continue; // of the line that was given last
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
