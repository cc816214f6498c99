import { unicodeEscapes } from "../../text/escapes.ts";
import { BACKSLASH, BANG, COLON, EQUALS, HASH, SPACE } from "./chars.ts";
import { encodeUtf8 } from "./utf8.ts";
import type { Charset } from "./types.ts";

/**
 * The style of ':', '=', '#' and '!' in a new value. `store` escapes them everywhere, as Properties.store does; `plain` does not
 * (https://host:port stays readable). Every reader of the format understands both alike.
 */
export type Style = "plain" | "store";

/**
 * The place, charset and style in which a text is written into a value. At the start of the value some characters would be dropped or become a
 * separator, and are escaped.
 */
export interface Context {
  readonly charset: Charset;
  readonly style: Style;
  /** True if the next character is the first one of its line's data: a bare space would be skipped. */
  readonly atStart: boolean;
  /** True if only spaces separate key and value: a bare '=' or ':' at the start would become the separator. */
  readonly signAtStart: boolean;
  /** True if the text ends the value: editors strip a bare space at the end. */
  readonly atEnd: boolean;
}

const LETTERS: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r", "\f": "\\f" };

/** Returns \uXXXX in upper case, as Properties.store writes it. */
export const unicodeEscape = (unit: string): string => unicodeEscapes(unit.charAt(0), "upper");

const NOT_PRINTABLE = /[^ -~]|\\/g;
// All characters below a space are control characters. Lone surrogates have no UTF-8 form; U+FEFF would be a byte order mark at the start of a
// file.
const NOT_UTF8 = /[^ -\uffff]|[\\\x7f\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const PUNCTUATION = /[=:#!]/g;

function escapeCharacters(text: string, charset: Charset): string {
  const spell = (c: string) => LETTERS[c] ?? unicodeEscape(c);
  return charset === "latin1" ? text.replace(NOT_PRINTABLE, spell) : text.replace(NOT_UTF8, spell);
}

/**
 * Returns true for the ordinary case: printable ASCII without a backslash, without a space at either end, and, if `signs` is set, without
 * punctuation that could need an escape.
 * This one scan costs a fraction of the replacements in `encodePart`.
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

/** Returns true for a key that needs no escapes; in a key, every space and sign is escaped. */
function isPlainKey(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c <= SPACE || c > 0x7e || c === BACKSLASH || c === COLON || c === EQUALS || c === HASH || c === BANG) return false;
  }
  return true;
}

/**
 * Encodes a text as (a part of) a value, in ISO-8859-1, ready to be spliced in (A2).
 * For `latin1` every character outside 20..7E becomes \uXXXX, so that both Java readings agree (A3); for `utf8` it is raw UTF-8, except control
 * characters and lone surrogates.
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

/** Encodes a whole value, in ISO-8859-1. */
export function encodeValue(text: string, charset: Charset = "latin1", style: Style = "plain"): string {
  return encodePart(text, { charset, style, atStart: true, signAtStart: false, atEnd: true });
}

/** Encodes a key. Escapes spaces, '=', ':', backslash, '#' and '!' everywhere, as Properties.store does. */
export function encodeKey(text: string, charset: Charset = "latin1"): string {
  if (isPlainKey(text)) return text;
  const out = escapeCharacters(text, charset).replace(/[ =:#!]/g, "\\$&");
  return charset === "utf8" ? encodeUtf8(out) : out;
}
