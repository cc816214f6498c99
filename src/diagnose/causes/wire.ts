import { groupedBy } from "../../kernel/index.ts";
import type { Fault } from "../../live/index.ts";
import { logTime } from "./log-time.ts";

/** A message of a log, to be put beside what went over the wire. */
export interface LoggedLine {
  readonly file: string;
  readonly line: number;
  readonly at: string | null;
  /** Its message, without secrets. */
  readonly text: string;
  /** The beginning of its record, to be compared and never printed. */
  readonly whole: string;
}

/** An exchange of a recording that did not go well, in what it says for itself. */
export interface WireRow {
  /** Its number in the capture. */
  readonly n: number;
  /** Milliseconds since 1970, in UTC; null: no event tells. */
  readonly at: number | null;
  /** The role of the relay; null: nothing says. */
  readonly relay: string | null;
  /** The request: its method with the operation or target. */
  readonly asked: string;
  readonly status: number | null;
  /** Why it is not whole; null: it is. */
  readonly broken: string | null;
  readonly fault: Fault | null;
}

/**
 * What the log's clock shows at a moment of the recording. `zone`: the log says its zone. `messages`: the same words stand in both. `pattern`:
 * with this difference, and no other, errors and exchanges lie beside each other. `unknown`: nothing tells, and nothing is joined by time.
 */
export interface Clock {
  readonly by: "zone" | "messages" | "pattern" | "unknown";
  /** Milliseconds that the log is ahead of UTC. */
  readonly ahead: number;
  /** How many pairs agree. */
  readonly pairs: number;
}

/** A message of a log and the exchange beside it. */
export interface Joined {
  readonly line: LoggedLine;
  readonly row: WireRow;
  /** `message`: the log has the words of the fault. `time`: they are only beside each other. */
  readonly by: "message" | "time";
  /** Milliseconds from the exchange to the line; null: the clocks could not be compared. */
  readonly apart: number | null;
}

const QUARTER = 15 * 60_000;
/** No zone is further from UTC. */
const FURTHEST = 14 * 60 * 60_000;
/** The connector logs a fault as soon as it has come. */
const NEAR = 5_000;
const PATTERN_NEAR = 1_500;
/** Fewer characters stand anywhere. */
const SHORTEST = 12;
const LONGEST = 60;
/** So many lines and exchanges are compared, the last ones. */
const MOST = 1_000;
const MOST_SAME = 100;

interface Timed {
  readonly line: LoggedLine;
  readonly ms: number | null;
  readonly zone: boolean;
  /** Exchanges whose fault's words stand in the message: that needs no clock. */
  readonly same: readonly WireRow[];
}

/** Blanks and letters' case are no difference; a log may cut what is long. */
const plainWords = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, " ");

interface Spoken {
  readonly row: WireRow;
  readonly words: readonly string[];
}

const spoken = (row: WireRow): Spoken => ({
  row,
  words: (row.fault?.messages ?? [])
    .map(({ message }) => plainWords(message).slice(0, LONGEST))
    .filter(({ length }) => length >= SHORTEST),
});

function timed(line: LoggedLine, rows: readonly Spoken[]): Timed {
  const time = line.at === null ? null : logTime(line.at);
  const whole = plainWords(line.whole);
  const same = rows.filter(({ words }) => words.some((one) => whole.includes(one))).map(({ row }) => row);
  return { line, ms: time?.ms ?? null, zone: time?.zone ?? false, same };
}

const toQuarter = (ms: number): number => Math.round(ms / QUARTER) * QUARTER;

/** The value that most agree on, to the quarter of an hour, and how many do. */
function agreed(differences: readonly number[]): { readonly ahead: number; readonly pairs: number } | null {
  const groups = groupedBy(differences, toQuarter);
  const [most] = [...groups.values()].sort((a, b) => b.length - a.length);
  if (!most || Math.abs(most[0] as number) > FURTHEST + QUARTER) return null;
  const inOrder = [...most].sort((a, b) => a - b);
  const middle = inOrder[inOrder.length >> 1] as number;
  // one clock of one machine: what is left beside the zone is the time that logging took
  const ahead = Math.abs(middle - toQuarter(middle)) <= NEAR ? toQuarter(middle) : middle;
  return { ahead, pairs: most.length };
}

/** Exchanges by their time, to be looked up. */
class Moments {
  readonly #rows: readonly (WireRow & { readonly at: number })[];

  constructor(rows: readonly WireRow[]) {
    this.#rows = rows.filter((row): row is WireRow & { at: number } => row.at !== null).sort((a, b) => a.at - b.at);
  }

  /** The nearest within so many milliseconds. */
  near(ms: number, within: number): WireRow | null {
    let [from, to] = [0, this.#rows.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#rows[middle]?.at ?? 0) < ms) from = middle + 1;
      else to = middle;
    }
    const apart = (row: { readonly at: number } | undefined) => (row ? Math.abs(row.at - ms) : Number.POSITIVE_INFINITY);
    const [before, after] = [this.#rows[from - 1], this.#rows[from]];
    const best = apart(before) <= apart(after) ? before : after;
    return best && apart(best) <= within ? best : null;
  }
}

function clockByPattern(lines: readonly Timed[], moments: Moments): Clock | null {
  const counts: { readonly ahead: number; readonly pairs: number }[] = [];
  for (let ahead = -FURTHEST; ahead <= FURTHEST; ahead += QUARTER) {
    const pairs = lines.filter(({ ms }) => ms !== null && moments.near(ms - ahead, PATTERN_NEAR)).length;
    counts.push({ ahead, pairs });
  }
  counts.sort((a, b) => b.pairs - a.pairs);
  const [best, second] = counts;
  return best && best.pairs >= 2 && best.pairs > (second?.pairs ?? 0) ? { by: "pattern", ...best } : null;
}

function clockOf(lines: readonly Timed[], moments: Moments): Clock {
  const known = lines.filter(({ zone }) => zone).length;
  if (known > 0) return { by: "zone", ahead: 0, pairs: known };
  // the same fault again and again tells no more than its first hundred times
  const differences = lines.flatMap(({ ms, same }) =>
    same.slice(0, MOST_SAME).flatMap(({ at }) => (ms !== null && at !== null ? [ms - at] : [])),
  );
  const words = agreed(differences);
  if (words) return { by: "messages", ...words };
  return clockByPattern(lines, moments) ?? { by: "unknown", ahead: 0, pairs: 0 };
}

function joinOf({ line, ms, same }: Timed, moments: Moments, { by, ahead }: Clock): Joined | null {
  const at = by === "unknown" || ms === null ? null : ms - ahead;
  const apart = (row: WireRow) => (at === null || row.at === null ? null : at - row.at);
  const [said] = same.toSorted((a, b) => Math.abs(apart(a) ?? 0) - Math.abs(apart(b) ?? 0));
  if (said) return { line, row: said, by: "message", apart: apart(said) };
  const beside = at === null ? null : moments.near(at, NEAR);
  return beside && { line, row: beside, by: "time", apart: apart(beside) };
}

export interface WireJoin {
  readonly clock: Clock;
  readonly joined: readonly Joined[];
  /** Exchanges that no line of a log stands beside. */
  readonly alone: readonly WireRow[];
}

/** Puts the messages of logs beside what went over the wire. */
export function joinedByTime(lines: readonly LoggedLine[], rows: readonly WireRow[]): WireJoin {
  const wire = rows.slice(-MOST);
  const said = wire.map(spoken);
  const last = lines.slice(-MOST).map((line) => timed(line, said));
  const moments = new Moments(wire);
  const clock = clockOf(last, moments);
  const joined = last.flatMap((line) => joinOf(line, moments, clock) ?? []);
  const told = new Set(joined.map(({ row }) => row));
  return { clock, joined, alone: rows.filter((row) => !told.has(row)) };
}
