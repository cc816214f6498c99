/** The number of characters at the beginning of a file of the modeling tool in which the pattern of `tool.versionFrom` is searched. */
export const MOST_SEARCHED = 64 * 1024;

/** The most characters of `tool.versionFrom.pattern` (site.yaml). */
const LONGEST = 500;

const DIGITS = "0123456789";
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const CLASSES: Readonly<Record<string, string>> = { d: DIGITS, w: `${DIGITS}${UPPER}${LOWER}_` };

/** A parsed `tool.versionFrom.pattern` of site.yaml, which matches within one line: text, one group of a repeated character class, text. */
interface VersionPattern {
  readonly atStart: boolean;
  readonly before: string;
  /** The characters of the group's class; if `negated` is true, all characters except these match. */
  readonly members: string;
  readonly negated: boolean;
  /** The fewest characters that the group matches: 1 for '+', 0 for '*'. */
  readonly least: number;
  readonly after: string;
  readonly atEnd: boolean;
}

class PatternFault extends Error {
  override readonly name = "PatternFault";
}

interface Read<T> {
  readonly value: T;
  /** The index in the pattern after the part that was read as `value`. */
  readonly end: number;
}

/**
 * Reads the literal text of a version pattern up to the next '(', up to a '$' that ends the pattern, or up to the pattern's end. Throws
 * PatternFault for an unescaped sign with another meaning in regular expressions, such as '*'.
 */
function readText(pattern: string, start: number): Read<string> {
  let value = "";
  let at = start;
  while (at < pattern.length && pattern[at] !== "(" && pattern.slice(at) !== "$") {
    const sign = pattern[at] === "\\" ? pattern.slice(at, at + 2) : (pattern[at] ?? "");
    if (sign === "\\") throw new PatternFault("ends with a backslash");
    if (sign === ")") throw new PatternFault("closes a group that is not open: write '\\)' for the sign itself");
    if (/^\\[0-9A-Za-z]/.test(sign)) throw new PatternFault(`has '${sign}' outside of its group, where only text is read`);
    if (/^[[{.|?*+^$]/.test(sign))
      throw new PatternFault(
        `has '${sign}' outside of its group, where only text is read: write '\\${sign}' for the sign itself`,
      );
    value += sign.slice(-1);
    at += sign.length;
  }
  return { value, end: at };
}

/** Returns a part of a version pattern for a message, shortened to 40 characters. */
const beginning = (part: string): string => (part.length > 40 ? `${part.slice(0, 40)}…` : part);

/** Returns all characters from `from` to `to`; null unless both are digits, lower-case or upper-case letters, and in order. */
function rangeOf(from: string, to: string): string | null {
  const signs = [DIGITS, LOWER, UPPER].find((all) => all.includes(from) && all.includes(to));
  return signs !== undefined && from <= to ? signs.slice(signs.indexOf(from), signs.indexOf(to) + 1) : null;
}

/** Returns the characters that a part of a character class matches: a sign, `\d`, `\w` or a range; null if the part is none of them. */
function membersOf(part: string): string | null {
  if (part.length > 2) return rangeOf(part[0] ?? "", part.slice(2));
  return /^\\[0-9A-Za-z]/.test(part) ? (CLASSES[part.slice(1)] ?? null) : part.slice(-1);
}

/** Reads the character class that begins with the '[' at `start`. Throws PatternFault if it is not closed or has an unknown part. */
function readClass(pattern: string, start: number): Read<Pick<VersionPattern, "members" | "negated">> {
  const negated = pattern[start + 1] === "^";
  const parts: string[] = [];
  let at = start + (negated ? 2 : 1);
  while (at < pattern.length && pattern[at] !== "]") {
    const part = /^\\?.(?:-[^\]])?/s.exec(pattern.slice(at, at + 4))?.[0] ?? "";
    parts.push(part);
    at += part.length;
  }
  if (at >= pattern.length) throw new PatternFault("has a class '[' that is not closed");
  const members = parts.map(membersOf);
  if (members.length === 0 || members.includes(null))
    throw new PatternFault(
      `has the class '${beginning(pattern.slice(start, at + 1))}': a class holds signs, '\\d', '\\w' and ranges such as '0-9' or 'a-f'`,
    );
  return { value: { members: members.join(""), negated }, end: at + 1 };
}

/** Reads the group that begins with the '(' at `start`. Throws PatternFault if it is not one character class with '+' or '*' after it. */
function readGroup(pattern: string, start: number): Read<Pick<VersionPattern, "members" | "negated" | "least">> {
  if (!pattern.includes(")", start)) throw new PatternFault("has a group that is not closed");
  const named = /^(?:\.|\\[dw])/.exec(pattern.slice(start + 1, start + 3))?.[0];
  const { value, end } =
    pattern[start + 1] === "["
      ? readClass(pattern, start + 1)
      : {
          value: { members: CLASSES[named?.slice(1) ?? ""] ?? "", negated: named === "." },
          end: start + 1 + (named?.length ?? 0),
        };
  const closing = pattern.slice(end, end + 2);
  if (end === start + 1 || (closing !== "+)" && closing !== "*)"))
    throw new PatternFault(
      `has the group '${beginning(pattern.slice(start, pattern.indexOf(")", start) + 1))}': a group is '.', '\\d', '\\w' or a class '[ ]' with '+' or '*' after it`,
    );
  return { value: { ...value, least: closing === "+)" ? 1 : 0 }, end: end + 2 };
}

/** Parses a `tool.versionFrom.pattern`. Throws PatternFault with words that follow "the pattern". */
function readPattern(pattern: string): VersionPattern {
  if (pattern.length > LONGEST) throw new PatternFault(`has ${pattern.length} characters, at most ${LONGEST} are read`);
  const atStart = pattern.startsWith("^");
  const before = readText(pattern, atStart ? 1 : 0);
  if (pattern[before.end] !== "(") throw new PatternFault("has no group '( )' around what is wanted");
  const group = readGroup(pattern, before.end);
  const after = readText(pattern, group.end);
  if (pattern[after.end] === "(") throw new PatternFault("has a second group: write '\\(' for the sign itself");
  return { atStart, before: before.value, ...group.value, after: after.value, atEnd: pattern[after.end] === "$" };
}

/** Returns why a text cannot be `tool.versionFrom.pattern`, in words that follow "the pattern"; null if it can. */
export function patternFault(pattern: string): string | null {
  try {
    readPattern(pattern);
    return null;
  } catch (error) {
    if (error instanceof PatternFault) return error.message;
    throw error;
  }
}

/**
 * Returns the text of the group, as long as possible, for each match of a version pattern in a line. If the characters of the class after
 * one occurrence of `before` give no match, a later start among them gives none either: the search continues after them, in linear time.
 */
function groupsIn(pattern: VersionPattern, line: string): readonly string[] {
  const { atStart, before, members, negated, least, after, atEnd } = pattern;
  const groups: string[] = [];
  let at = 0;
  while (at <= line.length) {
    const start = atStart ? (at === 0 && line.startsWith(before) ? 0 : -1) : line.indexOf(before, at);
    if (start < 0) break;
    const from = start + before.length;
    let run = from;
    while (run < line.length && members.includes(line[run] ?? "") !== negated) run++;
    const ending = line.slice(from, run + after.length);
    const fits = !atEnd || (from + ending.length === line.length && ending.endsWith(after));
    const length = fits ? ending.lastIndexOf(after) : -1;
    if (length >= least) {
      groups.push(ending.slice(0, length));
      at = Math.max(from + length + after.length, at + 1);
    } else at = Math.max(start, run - before.length) + 1;
  }
  return groups;
}

/** Matches comment lines of properties, INI, batch and similar files. */
const COMMENT_LINE = /^[ \t\f]*(?:[#!;]|\/\/|::|rem[ \t]).*$/gim;

/** Returns a text without its comments: XML comments if it begins with '<', otherwise lines that begin with a comment sign. */
function withoutComments(text: string): string {
  if (!/^(?:\xef\xbb\xbf)?[ \t\n]*</.test(text)) return text.replace(COMMENT_LINE, "");
  const parts = text.split("<!--");
  return parts
    .map((part, i) => {
      if (i === 0) return part;
      const end = part.indexOf("-->");
      return end < 0 ? "" : part.slice(end + 3);
    })
    .join("");
}

/**
 * Returns the distinct, trimmed texts that the group of `tool.versionFrom.pattern` matches in a file of the modeling tool, outside its
 * comments. Throws PatternFault for an invalid pattern.
 * @param whole the text of the file
 */
export function statedTexts(pattern: string, whole: string): readonly string[] {
  const read = readPattern(pattern);
  // CR is removed, so that a '$' in the pattern also matches at the end of a line with CRLF
  const text = withoutComments(whole.replaceAll("\r", "").slice(0, MOST_SEARCHED));
  const groups = text.split("\n").flatMap((line) => groupsIn(read, line));
  return [...new Set(groups.map((group) => group.trim()))].filter((group) => group !== "");
}
