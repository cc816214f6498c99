import { append } from "../../diagnostic/lists.ts";
import { sizedDigits } from "./date-digits.ts";
import type { Appender } from "./components.ts";

/** The files that one filePattern names: the folder that surely contains them, and what their paths below it match. */
export interface OwnFiles {
  /** The folder as written, lookups included. */
  readonly basePath: string;
  /** Number of folder levels that the file names use; 1 means only the folder itself. */
  readonly maxDepth: number;
  /** A glob of Java for the paths below the folder that the pattern can name, and for no others. */
  readonly glob: string;
  /** A regular expression of JavaScript for the same paths, with '/'. */
  readonly regex: string;
}

/** A part of a filePattern: text, a number of digits (least to most), a separator of folders, or a lookup that only the running program knows. */
type Part =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "digits"; readonly least: number; readonly most: number }
  | { readonly is: "separator"; readonly at: number }
  | { readonly is: "lookup"; readonly text: string };

/** The most characters of a filePattern whose parts are read. */
const LONGEST = 2000;

const DATE_LOOKUP = /^\$?\$\{date:([^{}]*)\}/;
const DATE = /^%d(?:ate)?\{([^{}]*)\}(?:\{[^{}]*\})?/;
const COUNTER = /^%(?:0([1-9]))?i/;

/** Returns the length of the lookup at the start of the text; 0 if there is none or it is not closed. */
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

/** Returns the parts of a date format, which can itself contain separators; null if its letters are not all digits of a known number. */
function dateParts(format: string, at: number): readonly Part[] | null {
  const digits = sizedDigits(format);
  return digits?.flatMap((one) => (typeof one === "string" ? textParts(one, at) : [{ is: "digits", ...one } as const])) ?? null;
}

const textParts = (text: string, at: number): readonly Part[] =>
  text
    .split(/([\\/])/)
    .filter((piece) => piece !== "")
    .map((piece) => (piece === "/" || piece === "\\" ? { is: "separator", at } : { is: "text", text: piece }));

/** Returns the parts of a filePattern, or the reason why its names cannot be known. */
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

/** Returns a glob that matches from `least` to `most` digits: one alternative for each number of digits. */
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

/** The most digits of a counter that no `max` limits. */
const ENDLESS_DIGITS = 6;
/** The fewest digits that are allowed for a counter with a `max`, so that files of an earlier, larger `max` are found. */
const COUNTED_DIGITS = 3;

function counterDigits({ strategy, fileName }: Appender): number {
  const direct = strategy === null ? fileName === null : /^direct/i.test(strategy.type);
  const max = strategy?.max ?? (direct ? "0" : "7");
  if (/^nomax$/i.test(strategy?.fileIndex ?? "") || !/^[1-9][0-9]{0,8}$/.test(max)) return ENDLESS_DIGITS;
  return Math.max(COUNTED_DIGITS, max.length);
}

/** Returns the files of one pattern, the reason why they cannot be known, or the lookup that only the running program can resolve. */
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
  // the separator belongs to the root folder itself
  const basePath = /^(?:[A-Za-z]:)?$/.test(folder) ? pattern.slice(0, separator.at + 1) : folder;
  return { basePath, maxDepth: names.filter(({ is }) => is === "separator").length + 1, ...spelled(names) };
}

/**
 * Returns the files that an appender's filePattern names, or the reason why the file alone does not determine them. Keeps lookups in the folder; those
 * in names are replaced as far as the file itself decides them.
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
