import { type Appender, type Log4j2Document, type Logger, append } from "../../kernel/index.ts";
import { isBounded, RolledFiles, rulesOf, TOO_FINE } from "./rolled.ts";

/** What loggers write on a day of use, and for how long it goes on. */
export interface Use {
  /** YYYY-MM-DD. */
  readonly from: string;
  /** Days of the calendar; Saturdays and Sundays write nothing. */
  readonly days: number;
  /** Bytes of a day of use by logger, "" for the root logger; what is not named is taken from `observed`. */
  readonly writes: ReadonlyMap<string, number>;
  /** Bytes of one line of the log. */
  readonly record: number;
}

const MB = 1024 * 1024;

/**
 * What was once found on a workstation (docs/log-hygiene.md): 58 files of 58 days, 362 MB in all, 264 MB of them from one connection logger that had been
 * left at DEBUG.
 */
const OBSERVED = { files: 58, bytes: 362 * MB, verbose: 264 * MB } as const;

const isVerbose = ({ resolved }: Logger): boolean => /^\s*(?:debug|trace|all)\s*$/i.test(`${resolved}`);
const isOff = ({ resolved }: Logger): boolean => /^\s*off\s*$/i.test(`${resolved}`);

/** What a logger writes on a day, as it was observed: the root logger what is not the one at DEBUG, each other one at DEBUG what that one wrote. */
export function observed(logger: Logger): number {
  if (isOff(logger)) return 0;
  const verbose = isVerbose(logger) ? OBSERVED.verbose / OBSERVED.files : 0;
  return logger.name === "" ? (OBSERVED.bytes - OBSERVED.verbose) / OBSERVED.files + verbose : verbose;
}

/** Appenders that what a logger writes comes to: its own, and those of the loggers above it as long as they are additive. */
export function reached(logger: Logger, all: readonly Logger[]): readonly string[] {
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
  /** "" for the root logger. */
  readonly logger: string;
  readonly level: string | null;
  readonly verbose: boolean;
  /** Bytes that it writes on a day of use. */
  readonly daily: number;
}

export interface AppenderGrowth {
  readonly name: string;
  readonly fileName: string | null;
  readonly filePattern: string | null;
  /** Why it is not simulated, in words; null: it is. */
  readonly not: string | null;
  readonly files: number;
  readonly bytes: number;
  /** Of `bytes` what loggers at DEBUG or below wrote. */
  readonly verbose: number;
  /** Bytes that its own rules took away. */
  readonly deleted: number;
  readonly compressed: boolean;
  /** Grows as long as it is written to. */
  readonly endless: boolean;
  readonly shares: readonly Share[];
}

/** All files at the end of a day. */
export interface GrowthPoint {
  /** Days since the start; 1 is the end of the first day. */
  readonly day: number;
  /** Days of use until then. */
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
/** A day of use lasts from eight in the morning for eight hours; each minute writes the same. */
const MINUTES = 480;
const BEGINS = 8 * 60;

/** More new files than this nobody has to see counted. */
const MOST_ROLLS = 200_000;
const TOO_MANY = "it would begin more than 200,000 files: the size of its trigger is a slip";

interface Running {
  readonly appender: Appender;
  readonly shares: readonly Share[];
  readonly files: RolledFiles;
  /** Of what it writes, the part that loggers at DEBUG write. */
  readonly verbose: number;
  readonly daily: number;
  /** Bytes that are owed, less than a record. */
  owed: number;
}

function sharesOf({ name }: Appender, loggers: readonly Logger[], use: Use): readonly Share[] {
  return loggers.flatMap((logger): Share[] => {
    const daily = isOff(logger) ? 0 : (use.writes.get(logger.name) ?? observed(logger));
    if (daily === 0 || !reached(logger, loggers).includes(name)) return [];
    return [{ logger: logger.name, level: logger.level, verbose: isVerbose(logger), daily }];
  });
}

const sum = (shares: readonly Share[]): number => shares.reduce((total, { daily }) => total + daily, 0);

/** One day of use: a minute at a time where names change within the day, all at once where they do not. */
function useDay(running: Running, midnight: number, record: number): void {
  const { files, daily } = running;
  const fine = ["minute", "hour"].includes(`${files.rules.dated}`);
  const steps = fine ? MINUTES : 1;
  for (let i = 0; i < steps; i++) {
    running.owed += daily / steps;
    // rounded, so that the sum of many fractions is not a record short
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

/** What lies on the disk of a workstation day by day, when nobody deletes anything but log4j itself. Pure: the same file and use give the same. */
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
