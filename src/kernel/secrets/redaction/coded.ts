import { isUtf8 } from "node:buffer";
import { gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { letters, matchAt } from "./anchors.ts";
import type { Range } from "./range.ts";

/** A sequence of characters (a coded run) that can be base64 or hexadecimal. */
export interface Coded {
  readonly at: Range;
  readonly text: string;
  readonly isHex: boolean;
}

const SHORTEST = 12;
const LINES = /[\w+/-]{60,100}\r?\n(?:[\w+/-]{60,100}\r?\n){0,100000}[\w+/-]{1,100}={0,2}/y;
const SHORTEST_LINE = 60;
const LONGEST_LINE = 100;
const HEX = /[\da-fA-F]{16,}/g;
const SHORTEST_HEX = 16;
const BYTES = /(?<![\da-fA-F])(?:0x|\\x)?[\da-fA-F]{2}(?:[:, -]{1,2}(?:0x|\\x)?[\da-fA-F]{2}){7,}(?![\da-fA-F])/y;

const OF_RUN = letters("+/-");
const OF_HEX = new Uint8Array(128);
for (const digit of "0123456789abcdefABCDEF") OF_HEX[digit.charCodeAt(0)] = 1;
/**
 * The fewest characters of hexadecimal bytes with separators. Eight bytes are 23 characters, which contain three offsets of every seventh
 * one.
 */
const SHORTEST_BYTES = 23;
const STRIDE = 7;
const OF_BYTES = new Uint8Array(128);
for (const one of "0123456789abcdefABCDEFx\\ :,-") OF_BYTES[one.charCodeAt(0)] = 1;
const AFTER_BYTE = new Set([..." :,-"].map((sign) => sign.charCodeAt(0)));
const EQUALS = 61;
const BACKSLASH = 92;
const SLASH = 47;

/** A function that receives each coded run (base64 or hexadecimal). */
type Visit = (run: Coded) => void;

/** A function that returns whether a sequence of base64 characters cannot contain a secret, so that it need not be decoded. */
type IsQuiet = (text: string, from: number, to: number) => boolean;
type IsVisited = (from: number, to: number) => boolean;

/**
 * Calls `visit` for sequences of base64 (both alphabets, also over several lines) and of hexadecimal (also with separators between bytes),
 * except for those that `isQuiet` rules out.
 * @param isVisited returns whether the sequence was already visited in another view of the text.
 */
export function eachCodedRun(text: string, isQuiet: IsQuiet, isVisited: IsVisited, visit: Visit): void {
  eachWord(text, isQuiet, isVisited, visit);
  eachByteRun(text, visit);
}

/**
 * Visits base64 words. Tests only every twelfth character, because shorter words do not count, and makes no string of a word that `isQuiet`
 * rules out, such as most words and names.
 */
function eachWord(text: string, isQuiet: IsQuiet, isVisited: IsVisited, visit: Visit): void {
  let lines = 0;
  for (let at = SHORTEST - 1, least = 0; at < text.length; at += SHORTEST) {
    if (OF_RUN[text.charCodeAt(at)] !== 1) continue;
    let from = at;
    while (from > least && OF_RUN[text.charCodeAt(from - 1)] === 1) from--;
    let to = at + 1;
    while (to < text.length && OF_RUN[text.charCodeAt(to)] === 1) to++;
    least = to;
    at = to;
    if (to - from < SHORTEST) continue;
    if (to - from >= SHORTEST_LINE && to >= lines) lines = lineRun(text, from, to, visit) ?? lines;
    if (isVisited(from, to)) continue;
    if (!isQuiet(text, from, to)) visit(padded(text, from, to));
    if (hasSlash(text, from, to))
      for (const one of segmentsOf(text.slice(from, to), from)) if (!isQuiet(text, one.at[0], one.at[1])) visit(one);
    if (to - from >= SHORTEST_HEX) hexRuns(text, from, to, visit);
  }
}

/**
 * Visits hexadecimal bytes with separators. Tests only every seventh character: a sequence that is long enough contains three of the tested
 * ones.
 */
function eachByteRun(text: string, visit: Visit): void {
  for (let at = 0, least = 0; at + 2 * STRIDE < text.length; at += STRIDE) {
    const isStretch =
      OF_BYTES[text.charCodeAt(at)] === 1 &&
      OF_BYTES[text.charCodeAt(at + STRIDE)] === 1 &&
      OF_BYTES[text.charCodeAt(at + 2 * STRIDE)] === 1;
    if (!isStretch) continue;
    let from = at;
    while (from > least && OF_BYTES[text.charCodeAt(from - 1)] === 1) from--;
    let to = at + 1;
    while (to < text.length && OF_BYTES[text.charCodeAt(to)] === 1) to++;
    if (to - from >= SHORTEST_BYTES) byteRunsIn(text, from, to, visit);
    least = to;
    at = to;
  }
}

function byteRunsIn(text: string, begins: number, end: number, visit: Visit): void {
  for (let from = begins; from < end; from++) {
    if (OF_HEX[text.charCodeAt(from)] !== 1) continue;
    let to = from + 1;
    while (to < end && OF_HEX[text.charCodeAt(to)] === 1) to++;
    from =
      to - from === 2 && to < end && mayBeBytes(text, to, text.charCodeAt(to)) ? Math.max(to, byteRun(text, from, visit)) : to;
  }
}

function hasSlash(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === SLASH) return true;
  return false;
}

/**
 * Visits several lines of base64 as one coded run, if the word between `from` and `to` is or ends the first of them.
 * @returns The offset at which the last of these lines ends; null if there are no further lines.
 */
function lineRun(text: string, from: number, to: number, visit: Visit): number | null {
  const begins = Math.max(from, to - LONGEST_LINE);
  const match = matchAt(LINES, text, begins);
  if (!match) return null;
  const end = begins + match[0].length;
  visit({ at: [begins, end], text: match[0].replace(/[\r\n]/g, ""), isHex: false });
  return end;
}

/** Returns a base64 word together with the '=' padding after it. */
function padded(text: string, from: number, to: number): Coded {
  let end = to;
  while (end < to + 2 && text.charCodeAt(end) === EQUALS) end++;
  return { at: [from, end], text: text.slice(from, end), isHex: false };
}

function hexRuns(text: string, from: number, to: number, visit: Visit): void {
  let [digits, longest] = [0, 0];
  for (let at = from; at < to && longest < SHORTEST_HEX; at++) {
    digits = OF_HEX[text.charCodeAt(at)] === 1 ? digits + 1 : 0;
    if (digits > longest) longest = digits;
  }
  if (longest < SHORTEST_HEX) return;
  for (const match of text.slice(from, to).matchAll(HEX))
    visit({ at: [from + match.index, from + match.index + match[0].length], text: match[0], isHex: true });
}

/** Returns whether `code`, the character at offset `sign`, separates hexadecimal bytes and another byte can follow it. */
function mayBeBytes(text: string, sign: number, code: number): boolean {
  if (!AFTER_BYTE.has(code)) return false;
  let next = text.charCodeAt(sign + 1);
  if (AFTER_BYTE.has(next)) next = text.charCodeAt(sign + 2);
  return OF_HEX[next] === 1 || next === BACKSLASH;
}

/**
 * Visits hexadecimal bytes with separators that begin at `from`.
 * @returns The offset of the bytes' end; `from` if no such bytes begin there.
 */
function byteRun(text: string, from: number, visit: Visit): number {
  const isMarked = text[from - 1] === "x" && (text[from - 2] === "0" || text[from - 2] === "\\");
  const match = (isMarked ? matchAt(BYTES, text, from - 2) : null) ?? matchAt(BYTES, text, from);
  if (!match) return from;
  const end = match.index + match[0].length;
  visit({ at: [match.index, end], text: match[0], isHex: true });
  return end;
}

/** Yields the parts of a base64 word between slashes, because base64 can be one part of a path. */
function* segmentsOf(run: string, from: number): Generator<Coded> {
  let at = from;
  for (const one of run.split("/")) {
    if (one.length >= SHORTEST) yield { at: [at, at + one.length], text: one, isHex: false };
    at += one.length + 1;
  }
}

const MOST_UNPACKED = 1024 * 1024;
/** The number of characters above which a base64 word is decoded from its first character only. */
const LONG = 256 * 1024;

/**
 * Yields the texts that a coded run (base64 or hexadecimal) can decode to, also decompressed. Decodes base64 from each of the first four
 * characters, because the run can begin with the end of another text.
 */
export function* textsOf({ text, isHex }: Coded): Generator<{ readonly text: string; readonly isText: boolean }> {
  if (isHex) {
    const digits = text.replace(/0x|\\x|[^\da-fA-F]/g, "");
    yield* readings(Buffer.from(digits, "hex"));
    // the first hex digit can be the last letter of a word that is directly before the digits
    if (digits === text) yield { text: Buffer.from(text.slice(1), "hex").toString("latin1"), isText: false };
    return;
  }
  for (let from = 0; from < (text.length > LONG ? 1 : 4) && text.length - from >= SHORTEST - 4; from++) {
    const bytes = Buffer.from(from === 0 ? text : text.slice(from), "base64");
    yield* readings(bytes);
  }
}

function* readings(bytes: Buffer): Generator<{ readonly text: string; readonly isText: boolean }> {
  const packed = unpacked(bytes);
  if (packed) yield reading(packed);
  yield reading(bytes);
}

function reading(bytes: Buffer): { readonly text: string; readonly isText: boolean } {
  const wide = bytes.toString("latin1");
  const text = isUtf8(bytes) ? bytes.toString("utf8") : wide;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a text with these characters is UTF-16 that was read as bytes
  return { text, isText: !/[\x01-\x08\x0e-\x1a\x1c-\x1f\ufffd\x7f-\x9f]/.test(text) };
}

const LARGEST_WINDOW = 7;
const HAS_DICTIONARY = 0x20;
/** Returns whether two bytes are a zlib header (RFC 1950, 2.2). Other bytes cannot be decompressed, and trying takes long. */
export const beginsZlib = (first: number, second: number): boolean =>
  (first & 15) === 8 && first >> 4 <= LARGEST_WINDOW && (first * 256 + second) % 31 === 0 && (second & HAS_DICTIONARY) === 0;

function unpacked(bytes: Buffer): Buffer | null {
  const [first = 0, second = 0] = bytes;
  const options = { maxOutputLength: MOST_UNPACKED };
  try {
    if (first === 0x1f && second === 0x8b) return gunzipSync(bytes, options);
    if (beginsZlib(first, second)) return inflateSync(bytes, options);
    // the redirect binding of SAML compresses messages without a header
    if (bytes.length >= 64 && !isUtf8(bytes)) return inflateRawSync(bytes, options);
  } catch {
    // the bytes are not compressed: only their first bytes are those of compressed data
  }
  return null;
}
