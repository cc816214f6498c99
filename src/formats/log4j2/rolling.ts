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
  /** Globs that a name has to match. */
  readonly globs: readonly string[];
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
  const known = ["iflastmodified", "ifaccumulatedfilecount", "ifaccumulatedfilesize", "iffilename"];
  const counted = count === null ? null : /^\d+$/.test(count) ? Number(count) : Number.NaN;
  const read = { age: age === null ? null : durationOf(age), bytes: bytes === null ? null : sizeInBytes(bytes) };
  const conditionsRead = (age === null || read.age !== null) && (bytes === null || read.bytes !== null) && !Number.isNaN(counted);
  const limits = [age, count, bytes].filter((one) => one !== null).length;
  return {
    ...read,
    count: Number.isNaN(counted) ? null : counted,
    globs: globs.flatMap((glob) => glob ?? []),
    unclear:
      !conditionsRead ||
      limits !== 1 ||
      globs.includes(null) ||
      conditions.some((one) => !known.includes(one.name.toLowerCase())),
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
