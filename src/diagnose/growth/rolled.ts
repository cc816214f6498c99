import { type Appender, type DeleteAction, canDelete } from "../../kernel/index.ts";
import { periodOf, type Unit, unitOf } from "./periods.ts";

/** The rules by which a log4j appender creates and deletes its files. */
export interface RollingRules {
  /** Size in bytes after which the next log record begins a new file; null if there is no `SizeBasedTriggeringPolicy`. */
  readonly most: number | null;
  /** Unit of time after which `TimeBasedTriggeringPolicy` begins a new file; null if there is none. */
  readonly unit: Unit | null;
  readonly interval: number;
  /** Largest number of files with one date in their name (of all files, if it has no date); log4j deletes the oldest above it. */
  readonly perPeriod: number;
  /**
   * Unit of time after which the date in the file name changes; null if the name has no date. With a date, log files of a new date replace
   * none of an earlier one.
   */
  readonly dated: Unit | null;
  readonly deletes: readonly DeleteAction[];
  /** True if log4j writes records directly to a file named by the filePattern; false if the active file has its own name. */
  readonly direct: boolean;
}

/** Reason why an appender is not simulated, worded to complete "not simulated: ...". */
export type NotSimulated = string;

const MOST_FILES = 7;
export const TOO_FINE: NotSimulated = "its file names change within a minute";

/** Returns whether a filePattern has a counter (%i); without one, all files of one date have an identical name. */
const counted = (pattern: string): boolean => /%-?[0-9]*i/.test(pattern);

function perPeriodOf({ strategy, rolls }: Appender, pattern: string, direct: boolean): number | null {
  const number = (text: string | null, otherwise: number): number | null =>
    text === null ? otherwise : /^[0-9]{1,9}$/.test(text) ? Number(text) : null;
  if (direct) {
    const most = number(strategy?.max ?? null, Number.POSITIVE_INFINITY);
    return most === 0 ? Number.POSITIVE_INFINITY : most;
  }
  if (!counted(pattern)) return 1;
  if (/^nomax$/i.test(strategy?.fileIndex ?? "")) return Number.POSITIVE_INFINITY;
  const max = number(strategy?.max ?? null, MOST_FILES);
  if (max === null) return null;
  const min = rolls?.min ?? 1;
  // log4j uses the value of `min` as `max` if `max` is smaller
  return Math.max(max, min) - min + 1;
}

/** Returns the rules of a rolling appender, or the reason why log4j2.xml alone does not determine them. */
export function rulesOf(appender: Appender): RollingRules | NotSimulated {
  const { rolls, resolved, triggers } = appender;
  const pattern = resolved.filePattern;
  if (!rolls || pattern === null) return "it does not roll";
  if (rolls.otherTriggers.length > 0) return `${rolls.otherTriggers.join(", ")} depends on the running program`;
  const unit = unitOf(pattern);
  if (unit === "finer") return TOO_FINE;
  if (rolls.time && unit === null) return "it rolls by time, and its filePattern has no date";
  const direct = resolved.fileName === null || /^direct/i.test(appender.strategy?.type ?? "");
  const perPeriod = perPeriodOf(appender, pattern, direct);
  if (perPeriod === null) return `max="${appender.strategy?.max ?? ""}" is decided by the running program`;
  const own = rolls.deletes.filter((one) => canDelete(one, pattern));
  if (own.some(({ unclear }) => unclear)) return "what its Delete action deletes cannot be worked out from the file alone";
  const sizes = triggers.map(({ bytes }) => bytes);
  return {
    most: sizes.length === 0 ? null : sizes.reduce((a, b) => Math.min(a, b)),
    unit: rolls.time ? unit : null,
    interval: rolls.time?.interval ?? 1,
    perPeriod,
    dated: unit,
    deletes: own,
    direct,
  };
}

/**
 * Returns whether the rules limit the size of all files together, even if the limit is not reached: by size and number without a date in
 * the name, or by a Delete action, which runs only if a trigger begins new files.
 */
export const isBounded = ({ most, unit, perPeriod, dated, deletes }: RollingRules): boolean =>
  (most !== null && dated === null && perPeriod !== Number.POSITIVE_INFINITY) ||
  ((most !== null || unit !== null) && deletes.some(({ age, count, bytes }) => age !== null || count !== null || bytes !== null));

/** One log file of the simulation. */
export interface LogFile {
  readonly period: number;
  bytes: number;
  written: number;
}

/**
 * A simulation of the files of one appender while loggers write records: log4j-core's triggers, counter and Delete action (test/oracle
 * compares it with the jar).
 */
export class RolledFiles {
  /** Log files, the oldest first; records are written to the last. */
  files: LogFile[];
  bytes = 0;
  /** Bytes of log files that were deleted during the simulation. */
  deleted = 0;

  constructor(
    readonly rules: RollingRules,
    readonly record: number,
    start: number,
  ) {
    this.files = [{ period: this.#named(start), bytes: 0, written: start }];
  }

  #named(time: number): number {
    const { dated, interval, unit } = this.rules;
    if (dated === null) return 0;
    return Math.floor(periodOf(dated, time) / (unit === null ? 1 : interval));
  }

  get #active(): LogFile {
    return this.files.at(-1) as LogFile;
  }

  /** Writes `records` log records at `time`, and rolls files as log4j does. */
  write(records: number, time: number): void {
    for (let left = records; left > 0; ) {
      const active = this.#active;
      const { most, unit, direct } = this.rules;
      const period = this.#named(time);
      const late = unit !== null || direct ? active.bytes > 0 && period !== active.period : false;
      if (late || (most !== null && active.bytes > most)) {
        this.#roll(period, time);
        continue;
      }
      const room = most === null ? left : Math.floor((most - active.bytes) / this.record) + 1;
      const count = Math.min(left, room);
      // the first log record decides which date an empty file belongs to
      if (active.bytes === 0 && active.period !== period) this.files[this.files.length - 1] = { ...active, period };
      this.#active.bytes += count * this.record;
      this.#active.written = time;
      this.bytes += count * this.record;
      left -= count;
    }
  }

  #remove(index: number): void {
    const [gone] = this.files.splice(index, 1);
    this.bytes -= gone?.bytes ?? 0;
    this.deleted += gone?.bytes ?? 0;
  }

  #roll(period: number, time: number): void {
    const { perPeriod, direct, deletes, unit } = this.rules;
    // without `TimeBasedTriggeringPolicy`, the time at which a file was full decides the date in its name
    const rolled = unit === null && !direct ? period : this.#active.period;
    this.files[this.files.length - 1] = { ...this.#active, period: rolled };
    let first = this.files.length - 1;
    while (perPeriod !== Number.POSITIVE_INFINITY && first > 0 && this.files[first - 1]?.period === rolled) first--;
    // with direct writing, the active file counts for its date, and log4j makes room for the next file before it knows that file's date
    const most = direct ? perPeriod - 1 : perPeriod;
    for (let over = most === Number.POSITIVE_INFINITY ? 0 : this.files.length - first - most; over > 0; over--)
      this.#remove(first);
    for (const { age, count, bytes } of deletes) {
      if (age !== null) while (this.files[0] && time - this.files[0].written > age) this.#remove(0);
      if (count !== null) while (this.files.length > count) this.#remove(0);
      if (bytes !== null) while (this.files.length > 0 && this.bytes > bytes) this.#remove(0);
    }
    this.files.push({ period, bytes: 0, written: time });
  }
}
