import { afterLast, fitsWildcards } from "../../text/runs.ts";
import { attributeNamed } from "./attributes.ts";
import { sizeInBytes } from "./file-size.ts";
import { type ConfigNode, descendants, textOf } from "./nodes.ts";

/** The age in a Delete action's only IfLastModified, with its byte range; the offsets are -1 if the age is not an attribute. */
export interface WrittenAge {
  readonly age: string | null;
  readonly start: number;
  readonly end: number;
  /** The number of all conditions of the Delete action, IfLastModified included. */
  readonly conditions: number;
}

/** One Delete action of a rollover strategy: the log files that it deletes, as far as the log4j2.xml alone shows them. */
export interface DeleteAction {
  /** The least age in milliseconds of the files that a Delete action deletes; null if it has no condition on age. */
  readonly age: number | null;
  /** The number of log files that a Delete action does not delete; it deletes all older ones. Null if it has no such condition. */
  readonly count: number | null;
  /** The total bytes of log files that a Delete action does not delete; it deletes all older files. Null if it has no such condition. */
  readonly bytes: number | null;
  /** The globs that the name of every deleted file must match. Excludes globs inside IfAny, IfNot or an unknown condition. */
  readonly required: readonly string[];
  /** The attribute `basePath`: the folder in which a Delete action searches for files; null if it names none. */
  readonly basePath?: string | null;
  /** The number of folder levels that a Delete action searches; 1 is only `basePath` itself. */
  readonly maxDepth?: number;
  /** True if a Delete action has `testMode="true"`: log4j then only reports the files that it would delete. */
  readonly isTest?: boolean;
  /** The age of a Delete action as written; null if it has no IfLastModified, or several. */
  readonly written?: WrittenAge | null;
  /** The line of the Delete action's element, from 1. */
  readonly line?: number;
  /**
   * True if the log4j2.xml alone does not show which files the action deletes: a condition is unknown, unreadable or lacks its glob, or the
   * action does not have exactly one limit (age, number or total size of files).
   */
  readonly unclear: boolean;
}

/** The triggers on which an appender rolls (begins a new log file), and the Delete actions that limit its old files. */
export interface Rolling {
  /** The TimeBasedTriggeringPolicy, or null; `interval` counts the smallest unit of time in the date format of the filePattern. */
  readonly time: { readonly interval: number } | null;
  /** The names of triggers that depend on the running program: CronTriggeringPolicy and OnStartupTriggeringPolicy. */
  readonly otherTriggers: readonly string[];
  readonly min: number;
  readonly deletes: readonly DeleteAction[];
}

const DURATION = /^P?(?:(\d+)D)?(?:T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i;

/**
 * Returns the milliseconds of a duration as log4j's IfLastModified reads it: ISO 8601 from days to seconds, in which P and T are optional
 * ("30d", "P1DT12H"). Returns null for any other text.
 */
export function durationOf(text: string): number | null {
  const match = DURATION.exec(text.trim());
  if (!match || !/\d/.test(text)) return null;
  const [days, hours, minutes, seconds] = match.slice(1).map((digits) => Number(digits ?? 0));
  return ((((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000;
}

const KNOWN = ["iflastmodified", "ifaccumulatedfilecount", "ifaccumulatedfilesize", "iffilename"];

/** Returns the globs in a Delete action or condition that the name of every deleted file must match. */
function requiredGlobs(node: ConfigNode): readonly string[] {
  return node.children
    .filter(({ name }) => KNOWN.includes(name.toLowerCase()))
    .flatMap((one) => {
      const glob = one.name.toLowerCase() === "iffilename" ? textOf(one, "glob") : null;
      return [...(glob === null ? [] : [glob]), ...requiredGlobs(one)];
    });
}

/** Matches a date (`%d{...}`, `${date:...}`) or a counter (`%i`) in a filePattern. */
const VARYING = /%[-0-9.]*(?:(d(?:ate)?)((?:\{[^{}]*\})*)|i)|\$?\$\{date:([^{}]*)\}/g;

/** Returns examples of file names that a filePattern can produce: with a date as long as its format, and with short and long counters. */
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

/** Returns true for a glob with brackets, braces, a backslash or a lookup: `canDelete` assumes that such a glob matches every name. */
const isOpenGlob = (glob: string): boolean => /[[{$\\]/.test(glob);

/** Returns true if a Delete action can delete files that a filePattern names, as far as its folder and globs show. */
export const canDelete = (action: Reach, filePattern: string): boolean =>
  action.isTest !== true &&
  reaches(action, filePattern) &&
  action.required.every(
    (glob) => isOpenGlob(glob) || samplesOf(filePattern).some((sample) => fitsWildcards(sample, afterLast(glob, "/"), true)),
  );

/** The properties of a Delete action that decide which files it can delete. */
type Reach = Pick<DeleteAction, "required" | "basePath" | "maxDepth" | "isTest">;

/** Returns true if a path certainly names one folder: absolute, without lookups, '.' and '..'. */
const isCertain = (path: string): boolean =>
  /^(?:[A-Za-z]:[\\/]|[\\/])/.test(path) && !/\$\{|(?:^|[\\/])\.\.?(?:[\\/]|$)/.test(path);

const segmentsOf = (path: string): readonly string[] =>
  path
    .toLowerCase()
    .split(/[\\/]+/)
    .filter((part) => part !== "");

/** Returns false if the files of a filePattern are certainly outside the folders that a Delete action searches. */
function reaches({ basePath, maxDepth = 1 }: Reach, filePattern: string): boolean {
  if (!basePath || !isCertain(basePath) || !isCertain(filePattern)) return true;
  const [base, folders] = [segmentsOf(basePath), segmentsOf(filePattern).slice(0, -1)];
  const isAbove = base.every((part, i) => part === folders[i] || /[%$]/.test(folders[i] ?? ""));
  return isAbove && folders.length - base.length < maxDepth;
}

function writtenAge(conditions: readonly ConfigNode[]): WrittenAge | null {
  const [one, another] = conditions.filter(({ name }) => name.toLowerCase() === "iflastmodified");
  if (!one || another) return null;
  const attribute = attributeNamed(one.attributes, "age");
  const { valueStart = -1, valueEnd = -1 } = attribute?.source ?? {};
  return { age: attribute?.value ?? null, start: valueStart, end: valueEnd, conditions: conditions.length };
}

function deleteOf(node: ConfigNode, lineOf: (offset: number) => number): DeleteAction {
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
    written: writtenAge(conditions),
    line: lineOf(node.element.start),
    unclear:
      !conditionsRead ||
      limits !== 1 ||
      globs.includes(null) ||
      conditions.some((one) => !KNOWN.includes(one.name.toLowerCase())),
  };
}

/** Returns the settings of a rolling appender's policies and strategy, except the triggers by size and `max`, which `Appender` has. */
export function rollingOf(appender: ConfigNode, policies: readonly ConfigNode[], lineOf: (offset: number) => number): Rolling {
  const time = policies.find((policy) => policy.name.toLowerCase() === "timebasedtriggeringpolicy");
  const strategy = appender.children.find((child) => child.kind === "strategy");
  const whole = (text: string | null, otherwise: number): number =>
    text !== null && /^\d+$/.test(text) ? Number(text) : otherwise;
  const interval = time && whole(textOf(time, "interval"), 1);
  return {
    time: time ? { interval: Math.max(1, interval ?? 1) } : null,
    otherTriggers: policies.map(({ name }) => name).filter((name) => /^(?:cron|onstartup)triggeringpolicy$/i.test(name)),
    min: whole(strategy ? textOf(strategy, "min") : null, 1),
    deletes: (strategy?.children ?? [])
      .filter((child) => child.name.toLowerCase() === "delete")
      .map((child) => deleteOf(child, lineOf)),
  };
}
