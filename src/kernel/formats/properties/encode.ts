import { unicodeEscapes } from "../../text/escapes.ts";
import { BACKSLASH, BANG, COLON, EQUALS, HASH, SPACE } from "./chars.ts";
import { encodeUtf8 } from "./utf8.ts";
import type { Charset } from "./types.ts";

/**
 * The style of ':', '=', '#' and '!' in a new value. `store` puts a backslash before each, as Java's Properties.store does; `plain` does
 * not, so that https://host:port is readable. Every reader of properties files reads both alike.
 */
export type Style = "plain" | "store";

/**
 * The place at which a text is written into a value of a properties file, with charset and style. At the start of a value, a space would be
 * dropped and a sign would become the separator, so they are escaped there.
 */
export interface Context {
  readonly charset: Charset;
  readonly style: Style;
  /** True if the text begins the value, or follows a continuation: Java would skip an unescaped space there. */
  readonly atStart: boolean;
  /** True if the text begins a value that only spaces separate from the key: an unescaped '=' or ':' would become the separator. */
  readonly signAtStart: boolean;
  /** True if the text ends the value: a space at its end is escaped, because text editors strip it. */
  readonly atEnd: boolean;
}

const LETTERS: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r", "\f": "\\f" };

/** Returns a UTF-16 unit as \uXXXX with upper-case digits, as Java's Properties.store writes it. */
export const unicodeEscape = (unit: string): string => unicodeEscapes(unit.charAt(0), "upper");

const NOT_PRINTABLE = /[^ -~]|\\/g;
// Matches the characters that are escaped in UTF-8 files: controls, backslashes, lone surrogates, which have no UTF-8 form, and U+FEFF,
// which would be a byte order mark at the start of a file.
const NOT_UTF8 = /[^ -\uffff]|[\\\x7f\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const PUNCTUATION = /[=:#!]/g;

function escapeCharacters(text: string, charset: Charset): string {
  const spell = (c: string) => LETTERS[c] ?? unicodeEscape(c);
  return charset === "latin1" ? text.replace(NOT_PRINTABLE, spell) : text.replace(NOT_UTF8, spell);
}

/**
 * Returns true for an ordinary text, which needs no escapes in a value: printable ASCII without a backslash and without a space at either
 * end; if `signs` is true, also without ':', '=', '#' and '!'. The scan is faster than the replacements in `encodePart`.
 */
function needsNoSpelling(text: string, signs: boolean): boolean {
  const n = text.length;
  if (n > 0 && (text.charCodeAt(0) === SPACE || text.charCodeAt(n - 1) === SPACE)) return false;
  for (let i = 0; i < n; i++) {
    const c = text.charCodeAt(i);
    if (c < SPACE || c > 0x7e || c === BACKSLASH) return false;
    if (signs && (c === COLON || c === EQUALS || c === HASH || c === BANG)) return false;
  }
  return true;
}

/** Returns true for a key that needs no escapes. In a key, every space, ':', '=', '#' and '!' needs one. */
function isPlainKey(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c <= SPACE || c > 0x7e || c === BACKSLASH || c === COLON || c === EQUALS || c === HASH || c === BANG) return false;
  }
  return true;
}

/**
 * Encodes a text as a value of a properties file, or as a part of one. Returns its bytes, decoded as ISO-8859-1.
 * For the charset `latin1`, every character but printable ASCII becomes an escape, so that Java reads it alike in both charsets; for
 * `utf8`, it is written as UTF-8, except control characters, lone surrogates and U+FEFF.
 */
export function encodePart(text: string, context: Context): string {
  if (needsNoSpelling(text, context.style === "store" || context.signAtStart)) return text;
  let out = escapeCharacters(text, context.charset);
  if (context.style === "store") out = out.replace(PUNCTUATION, "\\$&");
  else if (context.signAtStart && /^[=:]/.test(out)) out = `\\${out}`;
  const first = out.charAt(0);
  if (context.atStart && first === " ") out = `\\${out}`;
  if (context.atEnd && context.style === "plain" && first !== "" && out.endsWith(" "))
    out = `${out === "\\ " ? "" : out.slice(0, -1)}\\u0020`;
  return context.charset === "utf8" ? encodeUtf8(out) : out;
}

/** Encodes a whole value of a properties file. Returns its bytes, decoded as ISO-8859-1. */
export function encodeValue(text: string, charset: Charset = "latin1", style: Style = "plain"): string {
  return encodePart(text, { charset, style, atStart: true, signAtStart: false, atEnd: true });
}

/** Encodes a key of a properties file. Escapes each space, '=', ':', backslash, '#' and '!', as Java's Properties.store does. */
export function encodeKey(text: string, charset: Charset = "latin1"): string {
  if (isPlainKey(text)) return text;
  const out = escapeCharacters(text, charset).replace(/[ =:#!]/g, "\\$&");
  return charset === "utf8" ? encodeUtf8(out) : out;
}
