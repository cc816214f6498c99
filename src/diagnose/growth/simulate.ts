import { type Appender, type Log4j2Document, type Logger, append } from "../../kernel/index.ts";
import { isBounded, RolledFiles, rulesOf, TOO_FINE } from "./rolled.ts";

/** The use of a workstation that `logs growth` simulates: how much its loggers write, and for how many days. */
export interface Use {
  /** First day of the simulation, as YYYY-MM-DD. */
  readonly from: string;
  /** Number of calendar days to simulate; on Saturdays and Sundays nothing is written. */
  readonly days: number;
  /** Bytes per day of use that each logger writes, "" for the root logger; for a logger that is not listed, `observedBytesOf` decides. */
  readonly writes: ReadonlyMap<string, number>;
  /** Average number of bytes that one log line takes. */
  readonly record: number;
}

const MB = 1024 * 1024;

/**
 * Log files found on a real workstation (docs/log-hygiene.md): 58 files of 58 days, 362 MB in all, 264 MB of them from one connection
 * logger that had been left at DEBUG.
 */
const OBSERVED = { files: 58, bytes: 362 * MB, verbose: 264 * MB } as const;

const isVerbose = ({ resolved }: Logger): boolean => /^\s*(?:debug|trace|all)\s*$/i.test(`${resolved}`);
const isOff = ({ resolved }: Logger): boolean => /^\s*off\s*$/i.test(`${resolved}`);

/**
 * Returns the bytes that a logger writes per day, according to OBSERVED: 0 for a logger that is off. The root logger writes everything but
 * the part of the logger at DEBUG; any logger at DEBUG adds that part.
 */
export function observedBytesOf(logger: Logger): number {
  if (isOff(logger)) return 0;
  const verbose = isVerbose(logger) ? OBSERVED.verbose / OBSERVED.files : 0;
  return logger.name === "" ? (OBSERVED.bytes - OBSERVED.verbose) / OBSERVED.files + verbose : verbose;
}

/** Returns the names of the appenders that receive a logger's records: its own, and those of its parent loggers while each is additive. */
export function appendersOf(logger: Logger, all: readonly Logger[]): readonly string[] {
  const refs: string[] = [];
  const above = (name: string): Logger | undefined =>
    all
      .filter((other) => other.name.length < name.length && (other.name === "" || name.startsWith(`${other.name}.`)))
      .reduce<Logger | undefined>(
        (best, other) => (best === undefined || other.name.length > best.name.length ? other : best),
        undefined,
      );
  for (let at: Logger | undefined = logger; at; at = at.additive && at.name !== "" ? above(at.name) : undefined)
    append(refs, at.refs);
  return [...new Set(refs)];
}

export interface Share {
  /** Name of the logger; "" for the root logger. */
  readonly logger: string;
  readonly level: string | null;
  readonly verbose: boolean;
  /** Bytes that this logger writes on a day on which the modeling tool is used; 0 if it is off or no amount is assumed. */
  readonly daily: number;
}

export interface AppenderGrowth {
  readonly name: string;
  readonly fileName: string | null;
  readonly filePattern: string | null;
  /** Reason why this appender is not simulated; null if it is. */
  readonly not: string | null;
  readonly files: number;
  readonly bytes: number;
  /** The part of `bytes` that loggers at DEBUG or below wrote. */
  readonly verbose: number;
  /** Bytes that the appender's own rules deleted during the simulation. */
  readonly deleted: number;
  readonly compressed: boolean;
  /** True if the appender's files grow without a limit as long as loggers write. */
  readonly endless: boolean;
  readonly shares: readonly Share[];
}

/** The sums over all log files at the end of a day. */
export interface GrowthPoint {
  /** Days since the start of the simulation; 1 is the end of the first day. */
  readonly day: number;
  /** Days of use (no weekends) since the start of the simulation. */
  readonly used: number;
  readonly files: number;
  readonly bytes: number;
  readonly verbose: number;
}

export interface Growth {
  readonly appenders: readonly AppenderGrowth[];
  readonly points: readonly GrowthPoint[];
}

const DAY = 86_400_000;
/** Minutes of a day of use, and the minute of the day at which it begins; in each minute, loggers write an equal amount. */
const MINUTES = 480;
const BEGINS = 8 * 60;

/** Largest number of log files that a simulation can create. */
const MOST_ROLLS = 200_000;
const TOO_MANY = "it would begin more than 200,000 files: the size of its trigger is a slip";

interface Running {
  readonly appender: Appender;
  readonly shares: readonly Share[];
  readonly files: RolledFiles;
  /** Share (0 to 1) of the appender's bytes that loggers at DEBUG or below write. */
  readonly verbose: number;
  readonly daily: number;
  /** Bytes not written yet because they are less than one record. */
  owed: number;
}

/** Returns the loggers that write to an appender. A logger that writes no bytes is listed only if its own element names the appender. */
function sharesOf({ name }: Appender, loggers: readonly Logger[], use: Use): readonly Share[] {
  return loggers.flatMap((logger): Share[] => {
    const daily = isOff(logger) ? 0 : (use.writes.get(logger.name) ?? observedBytesOf(logger));
    if (!(daily === 0 ? logger.refs : appendersOf(logger, loggers)).includes(name)) return [];
    return [{ logger: logger.name, level: logger.level, verbose: isVerbose(logger), daily }];
  });
}

const sum = (shares: readonly Share[]): number => shares.reduce((total, { daily }) => total + daily, 0);

/** Simulates one day of use: minute by minute if file names change within the day, otherwise at once. */
function useDay(running: Running, midnight: number, record: number): void {
  const { files, daily } = running;
  const fine = ["minute", "hour"].includes(`${files.rules.dated}`);
  const steps = fine ? MINUTES : 1;
  for (let i = 0; i < steps; i++) {
    running.owed += daily / steps;
    // 1e-6 is added so that rounding errors of many fractions do not lose a log record
    const records = Math.floor(running.owed / record + 1e-6);
    running.owed -= records * record;
    files.write(records, midnight + (BEGINS + (fine ? i : 0)) * 60_000);
  }
}

function begun(appender: Appender, document: Log4j2Document, use: Use, start: number): Running | string {
  const rules = rulesOf(appender);
  if (typeof rules === "string") return rules;
  if (rules.dated === "second") return TOO_FINE;
  const shares = sharesOf(appender, document.loggers, use);
  const daily = sum(shares);
  if (rules.most !== null && (daily / Math.max(rules.most, use.record)) * use.days > MOST_ROLLS) return TOO_MANY;
  const verbose = daily === 0 ? 0 : sum(shares.filter((share) => share.verbose)) / daily;
  return { appender, shares, files: new RolledFiles(rules, use.record, start), verbose, daily, owed: 0 };
}

function grown({ appender, shares, files, verbose, daily }: Running, half: number): AppenderGrowth {
  return {
    name: appender.name,
    ...appender.resolved,
    not: null,
    files: files.files.length,
    bytes: files.bytes,
    verbose: files.bytes * verbose,
    deleted: files.deleted,
    compressed: /\.(?:gz|zip|bz2|xz|deflate|pack200|zst)$/i.test(`${appender.resolved.filePattern}`),
    endless: daily > 0 && !isBounded(files.rules) && files.bytes > half * 1.2,
    shares,
  };
}

/** Simulates the log files of a workstation day by day; only log4j itself deletes files. The result depends only on the arguments. */
export function simulate(document: Log4j2Document, use: Use): Growth {
  const start = Date.parse(`${use.from}T00:00:00Z`);
  const rolling = document.appenders.filter(({ rolling: rolls }) => rolls);
  const all = rolling.map((appender) => ({ appender, running: begun(appender, document, use, start + BEGINS * 60_000) }));
  const running = all.flatMap((one) => (typeof one.running === "string" ? [] : [one.running]));
  const points: GrowthPoint[] = [];
  const half = new Map<Running, number>();
  for (let day = 1, used = 0; day <= use.days; day++) {
    const midnight = start + (day - 1) * DAY;
    const weekday = new Date(midnight).getUTCDay();
    if (weekday !== 0 && weekday !== 6) {
      used += 1;
      for (const one of running) useDay(one, midnight, use.record);
    }
    if (day === Math.ceil(use.days / 2)) for (const one of running) half.set(one, one.files.bytes);
    points.push({
      day,
      used,
      files: running.reduce((total, { files }) => total + files.files.length, 0),
      bytes: running.reduce((total, { files }) => total + files.bytes, 0),
      verbose: running.reduce((total, { files, verbose }) => total + files.bytes * verbose, 0),
    });
  }
  const appenders = all.map(({ appender, running: one }): AppenderGrowth => {
    if (typeof one !== "string") return grown(one, half.get(one) ?? 0);
    const none = { files: 0, bytes: 0, verbose: 0, deleted: 0, compressed: false, endless: false, shares: [] };
    return { name: appender.name, ...appender.resolved, not: one, ...none };
  });
  return { appenders, points };
}
