import { groupedBy } from "../../kernel/index.ts";
import type { Fault } from "../../live/index.ts";
import { logTime } from "./log-time.ts";

/** A log message to compare with the exchanges of a capture. */
export interface LoggedLine {
  readonly file: string;
  readonly line: number;
  readonly at: string | null;
  /** The log message, with secrets redacted. */
  readonly text: string;
  /** The beginning of the log record, unredacted: only compared, never printed. */
  readonly whole: string;
}

/** A failed HTTP exchange of a capture. */
export interface WireRow {
  /** Number of the HTTP exchange in the capture. */
  readonly n: number;
  /** Time of the exchange in milliseconds since 1970, UTC; null if the capture has no time for it. */
  readonly at: number | null;
  /** Role of the relay that recorded the exchange; null if it is unknown. */
  readonly relay: string | null;
  /** The request of the exchange: its HTTP method with the operation of the web service or the path. */
  readonly asked: string;
  readonly status: number | null;
  /** The reason why the exchange is incomplete; null if it is complete. */
  readonly broken: string | null;
  readonly fault: Fault | null;
}

/**
 * The difference between the log's clock and the capture's, with its evidence. `zone`: the log states its time zone. `messages`: the log
 * and the capture contain equal messages. `pattern`: only with this difference do errors and exchanges coincide. `unknown`: there is no
 * evidence, and nothing is joined by time.
 */
export interface Clock {
  readonly by: "zone" | "messages" | "pattern" | "unknown";
  /** Milliseconds by which the log's clock is ahead of UTC. */
  readonly ahead: number;
  /** Number of pairs of log line and exchange that agree on this difference. */
  readonly pairs: number;
}

/** A log message and the captured exchange that caused it. */
export interface Joined {
  readonly line: LoggedLine;
  readonly row: WireRow;
  /**
   * `message`: the log line contains the text of the server's fault. `time`: log line and exchange only occurred at about the same time.
   */
  readonly by: "message" | "time";
  /** Milliseconds from the exchange to the log line; null if the clocks could not be compared. */
  readonly apart: number | null;
}

const QUARTER = 15 * 60_000;
/** The largest difference of any time zone from UTC. */
const FURTHEST = 14 * 60 * 60_000;
/** Largest delay in milliseconds between a fault and its log line; the connector logs a fault as soon as it arrives. */
const NEAR = 5_000;
const PATTERN_NEAR = 1_500;
/** Shortest fault text that is searched in a log; a shorter one matches by chance. */
const SHORTEST = 12;
const LONGEST = 60;
/** Largest number of log lines and of exchanges that are compared; of more, only the last ones are. */
const MOST = 1_000;
const MOST_SAME = 100;

interface Timed {
  readonly line: LoggedLine;
  readonly ms: number | null;
  readonly zone: boolean;
  /** Exchanges whose fault text the log message contains; matching them needs no clock. */
  readonly same: readonly WireRow[];
}

/** Returns the text in lower case with single blanks, for comparison. */
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

/**
 * Returns the clock difference that most values agree on, rounded to a quarter of an hour, and the number of these values. Returns null if
 * there is none, or if it is larger than the offset of any time zone.
 */
function agreed(differences: readonly number[]): { readonly ahead: number; readonly pairs: number } | null {
  const groups = groupedBy(differences, toQuarter);
  const [most] = [...groups.values()].sort((a, b) => b.length - a.length);
  if (!most || Math.abs(most[0] as number) > FURTHEST + QUARTER) return null;
  const inOrder = [...most].sort((a, b) => a - b);
  const middle = inOrder[inOrder.length >> 1] as number;
  // one machine has one clock: a small remainder next to a full zone offset is the delay of logging
  const ahead = Math.abs(middle - toQuarter(middle)) <= NEAR ? toQuarter(middle) : middle;
  return { ahead, pairs: most.length };
}

/** Exchanges sorted by time, to look up the one nearest to a moment. */
class Moments {
  readonly #rows: readonly (WireRow & { readonly at: number })[];

  constructor(rows: readonly WireRow[]) {
    this.#rows = rows.filter((row): row is WireRow & { at: number } => row.at !== null).sort((a, b) => a.at - b.at);
  }

  /** Returns the exchange nearest to the time `ms`, or null if there is none at most `within` milliseconds away. */
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
  // repetitions of one fault beyond the first hundred add no information
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
  /** Failed HTTP exchanges without a matching log line. */
  readonly alone: readonly WireRow[];
}

/** Joins log messages with the exchanges of a capture. */
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
