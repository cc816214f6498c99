import { BACKSLASH, BANG, COLON, EQUALS, HASH, SPACE } from "./chars.ts";
import { encodeUtf8 } from "./utf8.ts";
import type { Charset } from "./types.ts";

/**
 * How a newly written value spells ':', '=', '#' and '!'. `store` escapes them everywhere, as Properties.store does; `plain` leaves
 * them bare (https://host:port stays readable), which every reader of the format understands alike.
 */
export type Style = "plain" | "store";

/** Where a piece of text will stand: what is legal inside a value may be dropped or become a separator at its start. */
export interface Context {
  readonly charset: Charset;
  readonly style: Style;
  /** The next character is the first of its line's data: a bare space would be skipped. */
  readonly atStart: boolean;
  /** The key is parted from the value by spaces alone: a bare '=' or ':' at the start would become the separator. */
  readonly signAtStart: boolean;
  /** The text ends the value: a bare space at the end is what editors strip. */
  readonly atEnd: boolean;
}

const LETTERS: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r", "\f": "\\f" };

/** \uXXXX in upper case, as Properties.store writes it. */
export function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

const NOT_PRINTABLE = /[^ -~]|\\/g;
// Everything below a space is a control character. Lone surrogates have no UTF-8 form; U+FEFF would be a byte order mark at the start of a file.
const NOT_UTF8 = /[^ -\uffff]|[\\\x7f\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const PUNCTUATION = /[=:#!]/g;

function escapeCharacters(text: string, charset: Charset): string {
  const spell = (c: string) => LETTERS[c] ?? unicodeEscape(c);
  return charset === "latin1" ? text.replace(NOT_PRINTABLE, spell) : text.replace(NOT_UTF8, spell);
}

/**
 * True for the ordinary case: printable ASCII without a backslash, without spaces at either end, and, when `signs` count, without
 * punctuation that may have to be escaped. One look at each character costs a fraction of the replacements below.
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

/** The same for a key, in which every space and sign is escaped. */
function isPlainKey(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c <= SPACE || c > 0x7e || c === BACKSLASH || c === COLON || c === EQUALS || c === HASH || c === BANG) return false;
  }
  return true;
}

/**
 * Spells decoded text as (a part of) a value: an ISO-8859-1 view ready to be spliced (A2). For `latin1` everything outside 20..7E is
 * \uXXXX, so that both Java readings agree (A3); for `utf8` it is raw UTF-8, control characters and lone surrogates aside.
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

/** Spells a decoded value, whole. The result is an ISO-8859-1 view of what stands in the file. */
export function encodeValue(text: string, charset: Charset = "latin1", style: Style = "plain"): string {
  return encodePart(text, { charset, style, atStart: true, signAtStart: false, atEnd: true });
}

/** Spells a decoded key: spaces, '=', ':' and backslash escaped wherever they stand, '#' and '!' too, as Properties.store does. */
export function encodeKey(text: string, charset: Charset = "latin1"): string {
  if (isPlainKey(text)) return text;
  const out = escapeCharacters(text, charset).replace(/[ =:#!]/g, "\\$&");
  return charset === "utf8" ? encodeUtf8(out) : out;
}
