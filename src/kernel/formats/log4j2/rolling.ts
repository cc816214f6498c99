import { afterLast, fitsWildcards } from "../../text/runs.ts";
import { sizeInBytes } from "./file-size.ts";
import { type ConfigNode, descendants, textOf } from "./nodes.ts";

/** One Delete action of a rollover strategy, as far as what it deletes can be worked out from the file alone. */
export interface DeleteAction {
  /** Milliseconds; null: no condition on age. */
  readonly age: number | null;
  /** More files than this go, the oldest first; null: no such condition. */
  readonly count: number | null;
  /** What is over so many bytes goes, the oldest first; null: no such condition. */
  readonly bytes: number | null;
  /** Globs that each name has to match: those that stand within IfAny, IfNot or what is not known are left out. */
  readonly required: readonly string[];
  /** The folder that it looks into; null: it names none. */
  readonly basePath?: string | null;
  /** Levels of folders that it looks at from there: 1 is the folder itself. */
  readonly maxDepth?: number;
  /** True where log4j only says what it would delete. */
  readonly isTest?: boolean;
  /** A condition that nobody but the running program decides, or one that stands in another. */
  readonly unclear: boolean;
}

/** When an appender begins a new file, and which it keeps. */
export interface Rolling {
  /** Units of its date format that make a period; null: no time-based trigger. */
  readonly time: { readonly interval: number } | null;
  /** Triggers that depend on the running program: cron, start-up. */
  readonly otherTriggers: readonly string[];
  readonly min: number;
  readonly deletes: readonly DeleteAction[];
}

const DURATION = /^P?(?:(\d+)D)?(?:T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i;

/** A duration as log4j's Delete reads it: ISO 8601 with days to seconds, P and T may be left out ("30d", "P1DT12H"). */
export function durationOf(text: string): number | null {
  const match = DURATION.exec(text.trim());
  if (!match || !/\d/.test(text)) return null;
  const [days, hours, minutes, seconds] = match.slice(1).map((digits) => Number(digits ?? 0));
  return ((((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000;
}

const KNOWN = ["iflastmodified", "ifaccumulatedfilecount", "ifaccumulatedfilesize", "iffilename"];

/** Returns the globs that every deleted name has to match. */
function requiredGlobs(node: ConfigNode): readonly string[] {
  return node.children
    .filter(({ name }) => KNOWN.includes(name.toLowerCase()))
    .flatMap((one) => {
      const glob = one.name.toLowerCase() === "iffilename" ? textOf(one, "glob") : null;
      return [...(glob === null ? [] : [glob]), ...requiredGlobs(one)];
    });
}

/** A date or a counter of a filePattern, its lookups of dates included. */
const VARYING = /%[-0-9.]*(?:(d(?:ate)?)((?:\{[^{}]*\})*)|i)|\$?\$\{date:([^{}]*)\}/g;

/** Names that a filePattern can make: with a date as long as its format, and with a short and a long counter. */
const samplesOf = (filePattern: string): readonly string[] =>
  ["1", "12", "2026-01-01"].map((counter) =>
    afterLast(filePattern, "\\/").replace(VARYING, (_all, date?: string, braces?: string, lookup?: string) => {
      const format = lookup ?? /^\{([^{}]*)\}/.exec(braces ?? "")?.[1] ?? "";
      return date === undefined && lookup === undefined
        ? counter
        : format === ""
          ? "2026-01-01"
          : format.replace(/'/g, "").replace(/[A-Za-z]/g, "1");
    }),
  );

/** A set of names, or a lookup: nobody but the running program reads it. */
const isOpenGlob = (glob: string): boolean => /[[{$\\]/.test(glob);

/** Returns whether a Delete action can take files of a filePattern away, as far as its globs say. */
export const canDelete = (action: Reach, filePattern: string): boolean =>
  action.isTest !== true &&
  reaches(action, filePattern) &&
  action.required.every(
    (glob) => isOpenGlob(glob) || samplesOf(filePattern).some((sample) => fitsWildcards(sample, afterLast(glob, "/"), true)),
  );

/** What decides which files an action can delete at all. */
type Reach = Pick<DeleteAction, "required" | "basePath" | "maxDepth" | "isTest">;

/** Returns whether a folder's path means one folder for certain: absolute, without lookups and ways up. */
const isCertain = (path: string): boolean =>
  /^(?:[A-Za-z]:[\\/]|[\\/])/.test(path) && !/\$\{|(?:^|[\\/])\.\.?(?:[\\/]|$)/.test(path);

const segmentsOf = (path: string): readonly string[] =>
  path
    .toLowerCase()
    .split(/[\\/]+/)
    .filter((part) => part !== "");

/** Returns false where the files of a pattern certainly lie elsewhere than an action looks, or deeper. */
function reaches({ basePath, maxDepth = 1 }: Reach, filePattern: string): boolean {
  if (!basePath || !isCertain(basePath) || !isCertain(filePattern)) return true;
  const [base, folders] = [segmentsOf(basePath), segmentsOf(filePattern).slice(0, -1)];
  const isAbove = base.every((part, i) => part === folders[i] || /[%$]/.test(folders[i] ?? ""));
  return isAbove && folders.length - base.length < maxDepth;
}

function deleteOf(node: ConfigNode): DeleteAction {
  const conditions = [...descendants(node)].slice(1);
  const named = (name: string) => conditions.filter((one) => one.name.toLowerCase() === name);
  const first = (name: string, attribute: string): string | null => {
    const [one] = named(name);
    return one ? textOf(one, attribute) : null;
  };
  const [age, count, bytes] = [
    first("iflastmodified", "age"),
    first("ifaccumulatedfilecount", "exceeds"),
    first("ifaccumulatedfilesize", "exceeds"),
  ];
  const globs = named("iffilename").map((one) => textOf(one, "glob"));
  const counted = count === null ? null : /^\d+$/.test(count) ? Number(count) : Number.NaN;
  const read = { age: age === null ? null : durationOf(age), bytes: bytes === null ? null : sizeInBytes(bytes) };
  const conditionsRead = (age === null || read.age !== null) && (bytes === null || read.bytes !== null) && !Number.isNaN(counted);
  const limits = [age, count, bytes].filter((one) => one !== null).length;
  return {
    ...read,
    count: Number.isNaN(counted) ? null : counted,
    required: requiredGlobs(node),
    basePath: textOf(node, "basePath"),
    maxDepth: /^\d+$/.test(textOf(node, "maxDepth") ?? "1") ? Number(textOf(node, "maxDepth") ?? "1") : Number.POSITIVE_INFINITY,
    isTest: /^true$/i.test(textOf(node, "testMode") ?? ""),
    unclear:
      !conditionsRead ||
      limits !== 1 ||
      globs.includes(null) ||
      conditions.some((one) => !KNOWN.includes(one.name.toLowerCase())),
  };
}

/** What the policies and the strategy of a rolling appender say beside sizes and `max`. */
export function rollingOf(appender: ConfigNode, policies: readonly ConfigNode[]): Rolling {
  const time = policies.find((policy) => policy.name.toLowerCase() === "timebasedtriggeringpolicy");
  const strategy = appender.children.find((child) => child.kind === "strategy");
  const whole = (text: string | null, otherwise: number): number =>
    text !== null && /^\d+$/.test(text) ? Number(text) : otherwise;
  const interval = time && whole(textOf(time, "interval"), 1);
  return {
    time: time ? { interval: Math.max(1, interval ?? 1) } : null,
    otherTriggers: policies.map(({ name }) => name).filter((name) => /^(?:cron|onstartup)triggeringpolicy$/i.test(name)),
    min: whole(strategy ? textOf(strategy, "min") : null, 1),
    deletes: (strategy?.children ?? []).filter((child) => child.name.toLowerCase() === "delete").map(deleteOf),
  };
}
