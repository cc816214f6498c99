import { BACKSLASH, isEol, skipJoin } from "./chars.ts";
import { decodeEscape, readHex } from "./decode.ts";
import type { Charset } from "./types.ts";
import { utf8Sequence } from "./utf8.ts";

/**
 * The kind of a token in a properties file. bare: a character without a backslash. escape: one that Java's Properties.store or a person
 * writes on purpose (\\ \t \n \r \f \uXXXX, '\ ' \: \= \# \!). lost: a backslash before any other character, which Java silently drops.
 * join: a continuation, which has no text. malformed: \u without four hexadecimal digits, for which Java refuses the whole file.
 */
export type TokenKind = "bare" | "escape" | "lost" | "join" | "malformed";

/** The smallest unit of spelling in a properties file: its bytes [start, end) decode to `text` (none, one or two UTF-16 units). */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const RECOGNISED = "\\tnrf :=#!";

/** Splits the spelling of a key or value into tokens. Without malformed escapes, their joined `text` equals the result of `unescape`. */
export function tokens(text: string, start: number = 0, end: number = text.length, charset: Charset = "latin1"): Token[] {
  const out: Token[] = [];
  for (let i = start; i < end; ) {
    const token =
      text.charCodeAt(i) === BACKSLASH && i + 1 < end ? escapeToken(text, i, end, charset) : bareToken(text, i, end, charset);
    out.push(token);
    i = token.end;
  }
  return out;
}

function bareToken(text: string, start: number, end: number, charset: Charset): Token {
  const c = text.charCodeAt(start);
  if (c === BACKSLASH) return { kind: "lost", start, end: start + 1, text: "" };
  if (c < 0x80 || charset === "latin1") return { kind: "bare", start, end: start + 1, text: text.charAt(start) };
  const { length, codePoint } = utf8Sequence(text, start, end);
  return { kind: "bare", start, end: start + length, text: codePoint < 0 ? "\ufffd" : String.fromCodePoint(codePoint) };
}

function escapeToken(text: string, start: number, end: number, charset: Charset): Token {
  const c = text.charCodeAt(start + 1);
  if (isEol(c)) return { kind: "join", start, end: skipJoin(text, start, end), text: "" };
  const letter = text.charAt(start + 1);
  if (letter === "u") {
    const hex = readHex(text, start + 2, end);
    if (hex) return { kind: "escape", start, end: hex.end, text: String.fromCharCode(hex.code) };
    return { kind: "malformed", start, end: malformedEnd(text, start + 2, end), text: "" };
  }
  if (RECOGNISED.includes(letter)) return { kind: "escape", start, end: start + 2, text: decodeEscape(letter) };
  return { ...bareToken(text, start + 1, end, charset), kind: "lost", start };
}

/** Returns the offset after a malformed \u escape, as a person would see it: after at most four letters or digits from `from` on. */
function malformedEnd(text: string, from: number, end: number): number {
  let i = from;
  while (i < end && i < from + 4 && /[0-9A-Za-z]/.test(text.charAt(i))) i++;
  return i;
}
