import { isUtf8 } from "node:buffer";
import { gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { letters, matchAt } from "./anchors.ts";
import type { Range } from "./shape.ts";

/** A run of characters that may be base64 or hexadecimal, and the texts that it may stand for. */
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
const AFTER_BYTE = new Set([..." :,-"].map((sign) => sign.charCodeAt(0)));
const EQUALS = 61;

/** Runs of base64 (both alphabets, also on lines) and of hexadecimal (also with signs between the bytes). Walks over a text once for each, where patterns would try every place. */
export function* codedRuns(text: string): Generator<Coded> {
  yield* wordRuns(text);
  yield* byteRuns(text);
}

function* wordRuns(text: string): Generator<Coded> {
  let lines = 0;
  for (let from = 0; from < text.length; from++) {
    if (OF_RUN[text.charCodeAt(from)] !== 1) continue;
    let to = from + 1;
    while (OF_RUN[text.charCodeAt(to)] === 1) to++;
    if (to - from >= SHORTEST_LINE && to >= lines) {
      const begins = Math.max(from, to - LONGEST_LINE);
      const match = matchAt(LINES, text, begins);
      if (match) {
        lines = begins + match[0].length;
        yield { at: [begins, lines], text: match[0].replace(/[\r\n]/g, ""), isHex: false };
      }
    }
    if (to - from >= SHORTEST) {
      let end = to;
      while (end < to + 2 && text.charCodeAt(end) === EQUALS) end++;
      const run = text.slice(from, end);
      yield { at: [from, end], text: run, isHex: false };
      yield* segmentsOf(run, from);
      if (to - from >= SHORTEST_HEX)
        for (const match of run.matchAll(HEX))
          yield { at: [from + match.index, from + match.index + match[0].length], text: match[0], isHex: true };
    }
    from = to;
  }
}

/** Bytes in hexadecimal with signs between them. */
function* byteRuns(text: string): Generator<Coded> {
  for (let from = 0; from < text.length; from++) {
    if (OF_HEX[text.charCodeAt(from)] !== 1) continue;
    let to = from + 1;
    while (OF_HEX[text.charCodeAt(to)] === 1) to++;
    if (to - from === 2 && AFTER_BYTE.has(text.charCodeAt(to))) {
      const isMarked = text[from - 1] === "x" && (text[from - 2] === "0" || text[from - 2] === "\\");
      const match = (isMarked ? matchAt(BYTES, text, from - 2) : null) ?? matchAt(BYTES, text, from);
      if (match) {
        yield { at: [match.index, match.index + match[0].length], text: match[0], isHex: true };
        to = match.index + match[0].length;
      }
    }
    from = to;
  }
}

/** What stands between slashes: a run of base64 may be a part of a path. */
function* segmentsOf(run: string, from: number): Generator<Coded> {
  if (!run.includes("/")) return;
  let at = from;
  for (const one of run.split("/")) {
    if (one.length >= SHORTEST) yield { at: [at, at + one.length], text: one, isHex: false };
    at += one.length + 1;
  }
}

const MOST_UNPACKED = 1024 * 1024;
/** A longer run is read from its first character on alone. */
const LONG = 256 * 1024;

/** Texts that a run stands for: read from each of its first four characters on, because something else may stand before it. */
export function* textsOf({ text, isHex }: Coded): Generator<{ readonly text: string; readonly isText: boolean }> {
  if (isHex) {
    const digits = text.replace(/0x|\\x|[^\da-fA-F]/g, "");
    yield* readings(Buffer.from(digits, "hex"));
    // a digit of another word may stand before it
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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what no text holds but UTF-16 that was read as bytes
  return { text, isText: !/[\x01-\x08\x0e-\x1a\x1c-\x1f\ufffd\x7f-\x9f]/.test(text) };
}

function unpacked(bytes: Buffer): Buffer | null {
  const [first = 0, second = 0] = bytes;
  const options = { maxOutputLength: MOST_UNPACKED };
  try {
    if (first === 0x1f && second === 0x8b) return gunzipSync(bytes, options);
    if ((first & 15) === 8 && (first * 256 + second) % 31 === 0) return inflateSync(bytes, options);
    // the redirect binding of SAML
    if (bytes.length >= 64 && !isUtf8(bytes)) return inflateRawSync(bytes, options);
  } catch {
    // it only looked so
  }
  return null;
}
