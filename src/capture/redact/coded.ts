import { isUtf8 } from "node:buffer";
import { gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import type { Range } from "./shape.ts";

/** A run of characters that may be base64 or hexadecimal, and the texts that it may stand for. */
export interface Coded {
  readonly at: Range;
  readonly text: string;
  readonly isHex: boolean;
}

const SHORTEST = 12;
const RUN = /[\w+/-]{12,}={0,2}/g;
const LINES = /[\w+/-]{60,100}\r?\n(?:[\w+/-]{60,100}\r?\n){0,100000}[\w+/-]{1,100}={0,2}/g;
const HEX = /[\da-fA-F]{16,}/g;
const BYTES = /(?<![\da-fA-F])(?:0x|\\x)?[\da-fA-F]{2}(?:[:, -]{1,2}(?:0x|\\x)?[\da-fA-F]{2}){7,}(?![\da-fA-F])/g;

/** Runs of base64 (both alphabets, also on lines) and of hexadecimal (also with signs between the bytes). */
export function* codedRuns(text: string): Generator<Coded> {
  for (const match of text.matchAll(RUN)) {
    yield { at: [match.index, match.index + match[0].length], text: match[0], isHex: false };
    yield* segmentsOf(match[0], match.index);
  }
  if (text.includes("\n"))
    for (const match of text.matchAll(LINES))
      yield { at: [match.index, match.index + match[0].length], text: match[0].replace(/[\r\n]/g, ""), isHex: false };
  for (const pattern of [HEX, BYTES])
    for (const match of text.matchAll(pattern))
      yield { at: [match.index, match.index + match[0].length], text: match[0], isHex: true };
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
