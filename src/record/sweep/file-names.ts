/**
 * The file names that log4j makes from an appender's `filePattern` (docs/log-hygiene.md). Nothing is guessed: if a part of it is unknown,
 * a sweep deletes none of the appender's files.
 */

/** Regular expressions for the text of each numeric date field of java.text.SimpleDateFormat. */
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

/** Returns the source of a regular expression that matches exactly the given text. */
export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Named date formats of log4j (`%d{COMPACT}`) whose text can be part of a file name; "" is the default, `%d`. */
const NAMED: Readonly<Record<string, string>> = {
  "": "yyyy-MM-dd",
  COMPACT: "yyyyMMddHHmmssSSS",
  ISO8601_BASIC: "yyyyMMdd'T'HHmmss,SSS",
};

/** Returns the source of a regular expression for the dates in a log4j date format; null if a part of the format is unknown. */
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

/** Returns a regular expression for one path segment of a log4j `filePattern`, its fixed letters, and whether it has a date or counter. */
function segmentSource(segment: string): { readonly source: string; readonly literal: number; readonly varies: boolean } | null {
  const parts = /\$\$?\{date:([^{}]*)\}|%%|%(-?[0-9]*)(i|d(?:ate)?)((?:\{[^{}]*\})*)/g;
  let [source, literal, varies, done] = ["", 0, false, 0];
  // letters of a file extension such as ".log" do not tell one log from another
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

/** The names of a log's rolled files: a fixed folder, and patterns of the folder and file names below it. */
export interface NamePattern {
  /** The part of the `filePattern` before the first path segment with a date or counter. */
  readonly folder: string;
  /** The patterns of the path segments below `folder`; the last one is that of the file name. */
  readonly segments: readonly RegExp[];
}

/** The number of fixed letters, besides date, counter and extension, that a file name needs to tell its log from others. */
const ENOUGH = 3;

/**
 * Returns the folder and name patterns of a log4j `filePattern` in which the properties of log4j2.xml are already replaced. Returns null if
 * it has a part whose text is unknown, no date or counter, or a file name with so few fixed letters that other programs' files could match.
 * @param windows True if upper and lower case are equal in file names.
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
