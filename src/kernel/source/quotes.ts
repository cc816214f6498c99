import type { Fix } from "../diagnostic/finding.ts";
import { inSingleQuotes } from "../diagnostic/yaml-scalar.ts";
import { escapedPath } from "../diagnostics/repo/escaped-path.ts";
import type { Report } from "./problem.ts";
import type { SourceText } from "./text.ts";

/**
 * Returns a fix that puts a double-quoted value of one line in single quotes, in which YAML reads backslashes literally.
 * The fix is not safe, because the author can have meant an escape. Returns {} if the value contains a double quote or a line end.
 */
export function singleQuotes(source: SourceText, start: number, end: number): { fix?: Fix } {
  const raw = source.text.slice(start, end);
  if (!/^"[^"\r\n]*"$/.test(raw)) return {};
  const text = inSingleQuotes(raw.slice(1, -1));
  return { fix: { title: "put the value in single quotes", safe: false, edits: [{ place: source.placeOf(start, end), text }] } };
}

/** Returns true for a text that begins with a dash without a space after it: YAML reads it as text, not as a list item. */
export const isDashWithoutSpace = (text: string): boolean => /^-[^\s-]/.test(text);

/** Returns true if an odd number of backslashes precedes an offset, so that the last one escapes the character at it in double quotes. */
export function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === "\\") before--;
  return (at - before) % 2 === 1;
}

/**
 * Reports a double-quoted value that begins like a Windows path with single backslashes, because a backslash begins an escape in double
 * quotes (YAML 1.2.2, 5.7), such as \t, \n or \x. Returns false for any other value.
 */
export function reportEscapedPath(source: SourceText, start: number, end: number, report: Report): boolean {
  if (!/^"[A-Za-z]:\\(?![\\/])/.test(source.text.slice(start, Math.min(end, start + 5)))) return false;
  report(escapedPath, start, end, {}, singleQuotes(source, start, end));
  return true;
}

/** Returns true if a YAML value or comment can begin at an offset: at the start, or after white space, comma, colon or opening bracket. */
export const beginsValue = (text: string, at: number): boolean => /[\s,:[{]/.test(text[at - 1] ?? " ");

/** Returns the offset of the quote that closes the one at the offset `open`; the length of the text if none does. */
export function endOfQuoted(text: string, open: number): number {
  const quote = text[open];
  for (let at = open + 1; at < text.length; at++) {
    const sign = text[at];
    if (quote === '"' ? sign === "\\" : sign === "'" && text[at + 1] === "'") at++;
    else if (sign === quote) return at;
  }
  return text.length;
}

/** Matches the characters that can follow a quoted value in YAML: nothing, a comma, a closing bracket, a colon or a comment. */
const AFTER_QUOTED = /[ \t]*(?:$|[,\]}:#])/y;

/**
 * Finds a quoted value that lacks its closing quote, so that a quote in the comment behind it closes it, as in `'a # it's b`: the quoted
 * text contains ' #', and more text follows it. Returns the columns of both quotes, counted from 0; null if the line has no such value.
 */
export function closedInComment(line: string): { readonly open: number; readonly close: number } | null {
  for (let open = 0; open < line.length; open++) {
    const sign = line[open];
    if (!beginsValue(line, open)) continue;
    if (sign === "#") return null;
    if (sign !== "'" && sign !== '"') continue;
    const close = endOfQuoted(line, open);
    AFTER_QUOTED.lastIndex = close + 1;
    if (close < line.length && /[ \t]#/.test(line.slice(open, close)) && !AFTER_QUOTED.test(line)) return { open, close };
    open = close;
  }
  return null;
}
