/**
 * The names that log4j gives to the files of a filePattern (docs/log-hygiene.md), interpreted narrowly: an appender with an uncertain pattern is
 * left alone.
 */

/** Patterns of the date fields of java.text.SimpleDateFormat, with their number of digits and possible values. */
const FIELDS: Readonly<Record<string, string>> = {
  y: "[0-9]{4}",
  yy: "[0-9]{2}",
  yyyy: "[0-9]{4}",
  M: "1?[0-9]",
  MM: "(?:0[1-9]|1[0-2])",
  w: "[0-9]{1,2}",
  ww: "[0-5][0-9]",
  d: "[1-3]?[0-9]",
  dd: "(?:0[1-9]|[12][0-9]|3[01])",
  D: "[0-9]{1,3}",
  DDD: "[0-3][0-9]{2}",
  H: "[12]?[0-9]",
  HH: "(?:[01][0-9]|2[0-3])",
  m: "[1-5]?[0-9]",
  mm: "[0-5][0-9]",
  s: "[1-5]?[0-9]",
  ss: "[0-5][0-9]",
  SSS: "[0-9]{3}",
};

/** Returns a regular expression that matches exactly a given text. */
export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Named date formats of log4j whose text can be part of a file name. */
const NAMED: Readonly<Record<string, string>> = {
  "": "yyyy-MM-dd",
  COMPACT: "yyyyMMddHHmmssSSS",
  ISO8601_BASIC: "yyyyMMdd'T'HHmmss,SSS",
};

/** Returns the regular expression of a date format; null if a part of the format is unknown. */
function datePatternSource(format: string): string | null {
  let source = "";
  const tokens = /'([^']*)'|([A-Za-z])\2*|[^A-Za-z']+/gy;
  const text = NAMED[format] ?? format;
  let at = 0;
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    at = tokens.lastIndex;
    if (match[1] !== undefined) source += escapePattern(match[1] === "" ? "'" : match[1]);
    else if (match[2] !== undefined) {
      const field = FIELDS[match[0]];
      if (field === undefined) return null;
      source += field;
    } else source += escapePattern(match[0]);
  }
  return at === text.length ? source : null;
}

/** Returns the regular expression of one segment of a filePattern whose lookups are replaced; null if a part of it is unknown. */
function segmentSource(segment: string): { readonly source: string; readonly literal: number; readonly varies: boolean } | null {
  const parts = /\$\$?\{date:([^{}]*)\}|%%|%(-?[0-9]*)(i|d(?:ate)?)((?:\{[^{}]*\})*)/g;
  let [source, literal, varies, done] = ["", 0, false, 0];
  // letters of an ending such as ".log" do not identify a log
  const ending = segment.length - (/$(?<=((?:\.\p{L}\w{0,4})*))/u.exec(segment)?.[1]?.length ?? 0);
  const add = (from: number, to: number): boolean => {
    const text = segment.slice(from, to);
    if (/[%{}]|\$\{/.test(text)) return false;
    source += escapePattern(text);
    literal += segment.slice(from, Math.min(to, Math.max(from, ending))).replace(/[^\p{L}]/gu, "").length;
    return true;
  };
  for (const match of segment.matchAll(parts)) {
    if (!add(done, match.index)) return null;
    done = match.index + match[0].length;
    const [all, lookup, , kind, braces = ""] = match;
    if (all === "%%") source += "%";
    else if (kind === "i") {
      if (braces !== "") return null;
      source += " *[0-9]{1,9}";
      varies = true;
    } else {
      const format = lookup ?? /^\{([^{}]*)\}/.exec(braces)?.[1] ?? "";
      const date = datePatternSource(format);
      if (date === null) return null;
      source += date;
      varies = true;
    }
  }
  return add(done, segment.length) ? { source, literal, varies } : null;
}

/** The files of a series: the folder to begin in, and patterns of the folder and file names below it. */
export interface NamePattern {
  /** The beginning of the log files' name pattern, up to the first path segment that varies. */
  readonly folder: string;
  /** The patterns of the segments below the folder; the last one is that of the file. */
  readonly segments: readonly RegExp[];
}

/** The number of letters, in addition to date and counter, that a file name needs to identify a log. */
const ENOUGH = 3;

/**
 * Returns the folder and name patterns of a filePattern whose own properties are already replaced. Returns null if only the running program
 * knows a part of it, or if so little of it is fixed that other files could have such names.
 * @param windows Whether names are compared without case.
 */
export function namePattern(pattern: string, windows: boolean): NamePattern | null {
  const all = pattern.split(/[\\/]+/);
  const read = all.map(segmentSource);
  const varying = read.findIndex((part) => part?.varies === true);
  const first = varying < 0 ? all.length - 1 : varying;
  const below = read.slice(first);
  const sources = below.flatMap((part) => (part ? [part] : []));
  if (sources.length < below.length || read.slice(0, first).some((part) => part === null)) return null;
  const file = sources.at(-1);
  if (!file || varying < 0 || file.literal < ENOUGH) return null;
  return {
    folder: all.slice(0, first).join("/").replaceAll("%%", "%") || "/",
    segments: sources.map(({ source }) => new RegExp(`^${source}$`, windows ? "i" : "")),
  };
}
