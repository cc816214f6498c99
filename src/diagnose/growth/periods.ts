/** The unit of time after which the date in an appender's filePattern (log4j2.xml) changes. */
export type Unit = "year" | "month" | "week" | "day" | "hour" | "minute" | "second";

/** Patterns of the letters of java.text.SimpleDateFormat by the unit that they show; log4j begins a new file by the smallest unit. */
const UNITS: readonly (readonly [Unit | null, RegExp])[] = [
  [null, /S/],
  ["second", /s/],
  ["minute", /m/],
  ["hour", /[HhKk]/],
  ["day", /[dDEFu]/],
  ["week", /[wW]/],
  ["month", /[ML]/],
  ["year", /[yY]/],
];

const NAMED: Readonly<Record<string, string>> = {
  "": "yyyy-MM-dd",
  ISO8601: "S",
  ISO8601_BASIC: "S",
  COMPACT: "S",
  ABSOLUTE: "S",
};

/** Returns the date formats in a filePattern of log4j, including those in date lookups. */
function dateFormats(pattern: string): readonly string[] {
  const dates = pattern.matchAll(/%-?[0-9]*d(?:ate)?(?:\{([^{}]*)\})?|\$\{date:([^{}]*)\}/g);
  return [...dates].map(([, conversion, lookup]) => conversion ?? lookup ?? "");
}

/** Returns the smallest unit of time in a filePattern: null if it has no date, "finer" if it changes within a second. */
export function unitOf(pattern: string): Unit | null | "finer" {
  const letters = dateFormats(pattern)
    .map((format) => (NAMED[format] ?? format).replace(/'[^']*'/g, ""))
    .join("");
  if (letters === "") return null;
  const found = UNITS.find(([, test]) => test.test(letters));
  return found ? (found[0] ?? "finer") : null;
}

const DAY = 86_400_000;
const LENGTH: Readonly<Record<"week" | "day" | "hour" | "minute" | "second", number>> = {
  week: 7 * DAY,
  day: DAY,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
};

/** Returns the number of the year, month, week or other `unit` that contains a time in UTC; weeks begin on Monday. */
export function periodOf(unit: Unit, time: number): number {
  if (unit === "year" || unit === "month") {
    const date = new Date(time);
    const months = date.getUTCFullYear() * 12 + date.getUTCMonth();
    return unit === "month" ? months : date.getUTCFullYear();
  }
  // 1970-01-01 was a Thursday, so three days are added
  return Math.floor((time + (unit === "week" ? 3 * DAY : 0)) / LENGTH[unit]);
}
