import { append } from "../../diagnostic/lists.ts";
import { sizedDigits } from "./date-digits.ts";
import type { Appender } from "./components.ts";

/** The files that an appender's filePattern can name: the folder that contains them, and patterns of their paths below this folder. */
export interface OwnFiles {
  /** The folder as written in the filePattern, with its lookups. */
  readonly basePath: string;
  /** The number of folder levels in which the files are; 1 means directly in the folder. */
  readonly maxDepth: number;
  /** A Java glob that matches the paths below the folder that the filePattern can name, and no others. */
  readonly glob: string;
  /** A JavaScript regular expression that matches these paths, with '/' between folders. */
  readonly regex: string;
}

/** A part of a filePattern: text, a number with `least` to `most` digits, a slash or backslash, or a lookup that is not a date. */
type Part =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "digits"; readonly least: number; readonly most: number }
  | { readonly is: "separator"; readonly at: number }
  | { readonly is: "lookup"; readonly text: string };

/** The most characters of a filePattern for which `ownFilesOf` returns files. */
const LONGEST = 2000;

const DATE_LOOKUP = /^\$?\$\{date:([^{}]*)\}/;
const DATE = /^%d(?:ate)?\{([^{}]*)\}(?:\{[^{}]*\})?/;
const COUNTER = /^%(?:0([1-9]))?i/;

/** Returns the length of the log4j lookup (`${...}`) with which a text begins; 0 if it begins with none or the lookup is not closed. */
function lookupLength(text: string): number {
  const from = /^\$*\{/.exec(text)?.[0].length ?? 0;
  if (from < 2) return 0;
  let open = 1;
  for (let i = from; i < text.length; i++) {
    if (text.startsWith("${", i)) open++;
    else if (text[i] === "}" && --open === 0) return i + 1;
  }
  return 0;
}

/** Returns the parts of a date format, which can contain slashes between folders; null if a field is not a number of known length. */
function dateParts(format: string, at: number): readonly Part[] | null {
  const digits = sizedDigits(format);
  return digits?.flatMap((one) => (typeof one === "string" ? textParts(one, at) : [{ is: "digits", ...one } as const])) ?? null;
}

const textParts = (text: string, at: number): readonly Part[] =>
  text
    .split(/([\\/])/)
    .filter((piece) => piece !== "")
    .map((piece) => (piece === "/" || piece === "\\" ? { is: "separator", at } : { is: "text", text: piece }));

/** Returns the parts of a filePattern, or in words why the names of its files cannot be known. */
function partsOf(pattern: string, counterDigits: number): readonly Part[] | string {
  if (pattern.length > LONGEST) return `its filePattern has more than ${LONGEST} characters`;
  const parts: Part[] = [];
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at);
    const date = DATE_LOOKUP.exec(rest) ?? DATE.exec(rest);
    const counter = COUNTER.exec(rest);
    const lookup = lookupLength(rest);
    if (date) {
      const found = dateParts(date[1] ?? "", at);
      if (!found) return `the date '${date[0]}' in its filePattern is not made of digits alone`;
      append(parts, found);
      at += date[0].length;
    } else if (counter) {
      const least = Number(counter[1] ?? 1);
      parts.push({ is: "digits", least, most: Math.max(least, counterDigits) });
      at += counter[0].length;
    } else if (lookup > 0) {
      parts.push({ is: "lookup", text: rest.slice(0, lookup) });
      at += lookup;
    } else if (rest[0] === "%" || rest[0] === "$") {
      return `'${rest.slice(0, 8)}' in its filePattern has no form that is known here`;
    } else {
      append(parts, textParts(rest[0] as string, at));
      at++;
    }
  }
  return parts;
}

/** Returns a glob that matches from `least` to `most` digits: `{[0-9],[0-9][0-9]}`, one alternative for each number of digits. */
function digitsGlob(least: number, most: number): string {
  const all = Array.from({ length: most - least + 1 }, (_, i) => "[0-9]".repeat(least + i));
  return all.length === 1 ? (all[0] as string) : `{${all.join(",")}}`;
}

function spelled(parts: readonly Part[]): { readonly glob: string; readonly regex: string } {
  let glob = "";
  let regex = "";
  for (const part of parts) {
    if (part.is === "digits") {
      glob += digitsGlob(part.least, part.most);
      regex += `[0-9]{${part.least},${part.most}}`;
    } else if (part.is === "separator") {
      glob += "/";
      regex += "/";
    } else {
      glob += part.text.replace(/[[\]{}*?]/g, (one) => `\\${one}`);
      regex += part.text.replace(/[^A-Za-z0-9 _-]/g, (one) => `\\${one}`);
    }
  }
  return { glob, regex };
}

/** The most digits of the counter (`%i`) of a filePattern that no `max` of the rollover strategy limits. */
const ENDLESS_DIGITS = 6;
/** The digits that a counter with a `max` can have at least, so that a Delete action also matches files of an earlier, larger `max`. */
const COUNTED_DIGITS = 3;

function counterDigits({ strategy, fileName }: Appender): number {
  const direct = strategy === null ? fileName === null : /^direct/i.test(strategy.type);
  const max = strategy?.max ?? (direct ? "0" : "7");
  if (/^nomax$/i.test(strategy?.fileIndex ?? "") || !/^[1-9][0-9]{0,8}$/.test(max)) return ENDLESS_DIGITS;
  return Math.max(COUNTED_DIGITS, max.length);
}

/** Returns the files of one filePattern, in words why they cannot be known, or the lookup in their names that has no known value. */
function filesOf(pattern: string, digits: number): OwnFiles | { readonly lookup: string } | string {
  const parts = partsOf(pattern, digits);
  if (typeof parts === "string") return parts;
  const first = parts.findIndex(({ is }) => is === "digits");
  if (first < 0) return "its filePattern has neither date nor counter, so that it names one file";
  const last = parts.slice(0, first).findLastIndex(({ is }) => is === "separator");
  const separator = parts[last];
  const names = parts.slice(last + 1);
  const lookup = names.find((part) => part.is === "lookup");
  if (lookup?.is === "lookup") return { lookup: lookup.text };
  if (separator?.is !== "separator") return "its filePattern names no folder";
  const folder = pattern.slice(0, separator.at);
  // the path of a root folder includes its slash: `C:/` or `/`
  const basePath = /^(?:[A-Za-z]:)?$/.test(folder) ? pattern.slice(0, separator.at + 1) : folder;
  return { basePath, maxDepth: names.filter(({ is }) => is === "separator").length + 1, ...spelled(names) };
}

/**
 * Returns the files that an appender's filePattern can name, or in words why the log4j2.xml alone does not determine them. Lookups in the
 * folder remain as written; those in file names are replaced if the log4j2.xml itself decides their values.
 */
export function ownFilesOf(appender: Appender): OwnFiles | string {
  const { filePattern, resolved } = appender;
  const digits = counterDigits(appender);
  const written = filesOf(filePattern ?? "", digits);
  if (typeof written === "string" || !("lookup" in written)) return written;
  const decided = filesOf(resolved.filePattern ?? "", digits);
  if (typeof decided === "string" || !("lookup" in decided)) return decided;
  return `only the running program knows ${decided.lookup} in the names of its files`;
}
