import { afterLast, fitsWildcards } from "../../text/runs.ts";
import { attributeNamed } from "./attributes.ts";
import { sizeInBytes } from "./file-size.ts";
import { type ConfigNode, descendants, textOf } from "./nodes.ts";

/** The only IfLastModified of an action. Offsets are -1 if its age is not an attribute. */
export interface WrittenAge {
  readonly age: string | null;
  readonly start: number;
  readonly end: number;
  /** Number of all conditions of the Delete action. */
  readonly conditions: number;
}

/** One Delete action of a rollover strategy, as far as the file alone shows what it deletes. */
export interface DeleteAction {
  /** The least age in milliseconds of the files that a Delete action deletes; null if it has no condition on age. */
  readonly age: number | null;
  /** The number of files that a Delete action keeps; the oldest further ones are deleted. Null if it has no such condition. */
  readonly count: number | null;
  /** The total bytes that a Delete action keeps; the oldest further files are deleted. Null if it has no such condition. */
  readonly bytes: number | null;
  /** Globs that every deleted name must match. Excludes those inside IfAny, IfNot or an unknown condition. */
  readonly required: readonly string[];
  /** The folder that a Delete action searches; null if it names none. */
  readonly basePath?: string | null;
  /** Levels of folders that a Delete action searches; 1 is the folder itself. */
  readonly maxDepth?: number;
  /** True if log4j only reports what a Delete action would delete. */
  readonly isTest?: boolean;
  /** The age of a Delete action as written; null if it has no condition on age, or several. */
  readonly written?: WrittenAge | null;
  /** Line of the Delete action's element, from 1. */
  readonly line?: number;
  /**
   * True if the file alone does not show which files the action deletes: a condition is unknown, unreadable or lacks its glob, or there is
   * not exactly one limit (age, number or size of files).
   */
  readonly unclear: boolean;
}

/** The conditions on which an appender begins a new file, and the files that it keeps. */
export interface Rolling {
  /** Time-based trigger; `interval` counts units of its date format. null if there is none. */
  readonly time: { readonly interval: number } | null;
  /** Triggers that depend on the running program: cron, start-up. */
  readonly otherTriggers: readonly string[];
  readonly min: number;
  readonly deletes: readonly DeleteAction[];
}

const DURATION = /^P?(?:(\d+)D)?(?:T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i;

/**
 * Returns the milliseconds of a duration as log4j's Delete reads it: ISO 8601 from days to seconds, with optional P and T ("30d", "P1DT12H").
 * Returns null for any other text.
 */
export function durationOf(text: string): number | null {
  const match = DURATION.exec(text.trim());
  if (!match || !/\d/.test(text)) return null;
  const [days, hours, minutes, seconds] = match.slice(1).map((digits) => Number(digits ?? 0));
  return ((((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000;
}

const KNOWN = ["iflastmodified", "ifaccumulatedfilecount", "ifaccumulatedfilesize", "iffilename"];

/** Returns the globs of a Delete action or condition that every deleted name must match. */
function requiredGlobs(node: ConfigNode): readonly string[] {
  return node.children
    .filter(({ name }) => KNOWN.includes(name.toLowerCase()))
    .flatMap((one) => {
      const glob = one.name.toLowerCase() === "iffilename" ? textOf(one, "glob") : null;
      return [...(glob === null ? [] : [glob]), ...requiredGlobs(one)];
    });
}

/** A date or counter in a filePattern, date lookups included. */
const VARYING = /%[-0-9.]*(?:(d(?:ate)?)((?:\{[^{}]*\})*)|i)|\$?\$\{date:([^{}]*)\}/g;

/** Returns names that a filePattern can produce: with a date as long as its format, and with short and long counters. */
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

/** Returns true for a glob with brackets, braces, a backslash or a lookup: `canDelete` does not evaluate such a glob and assumes that it matches. */
const isOpenGlob = (glob: string): boolean => /[[{$\\]/.test(glob);

/** Returns true if a Delete action can delete files of a filePattern, as far as folder and globs show. */
export const canDelete = (action: Reach, filePattern: string): boolean =>
  action.isTest !== true &&
  reaches(action, filePattern) &&
  action.required.every(
    (glob) => isOpenGlob(glob) || samplesOf(filePattern).some((sample) => fitsWildcards(sample, afterLast(glob, "/"), true)),
  );

/** The properties of a Delete action that decide which files it can delete. */
type Reach = Pick<DeleteAction, "required" | "basePath" | "maxDepth" | "isTest">;

/** Returns true if a path certainly means one folder: absolute, without lookups and '..'. */
const isCertain = (path: string): boolean =>
  /^(?:[A-Za-z]:[\\/]|[\\/])/.test(path) && !/\$\{|(?:^|[\\/])\.\.?(?:[\\/]|$)/.test(path);

const segmentsOf = (path: string): readonly string[] =>
  path
    .toLowerCase()
    .split(/[\\/]+/)
    .filter((part) => part !== "");

/** Returns false if the files of a pattern are certainly outside the folders that an action searches. */
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

/** Returns the settings of a rolling appender's policies and strategy, apart from sizes and `max`. */
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
