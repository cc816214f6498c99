import { beginsZlib } from "./coded.ts";

/*
 * Most runs of letters and digits in a message are words, names and ids: read as base64 they stand for bytes that are no text, or for letters
 * without a sign. This looks at their bytes one by one and makes no string of them.
 */

/** A longer run is read in full. */
const LONGEST = 48;
/** A run of base64 within base64 is as long. */
const SHORTEST_RUN = 12;
const LETTERS_OF_MARK = 4;

const VALUES = new Int8Array(128).fill(-1);
for (const [i, one] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries())
  VALUES[one.charCodeAt(0)] = i;
VALUES["-".charCodeAt(0)] = 62;
VALUES["_".charCodeAt(0)] = 63;

const CONTROL = 1;
const SIGN = 2;
const RUN = 4;
/** What a byte is: CONTROL stands in no text, without a SIGN no search finds a secret in a text, RUN is a character of base64. */
const CLASSES = new Uint8Array(256);
for (let byte = 1; byte < 128; byte++)
  if (byte < 9 || (byte > 13 && byte !== 27 && byte < 32) || byte === 127) CLASSES[byte] = CONTROL;
  else CLASSES[byte] = /[A-Za-z0-9]/.test(String.fromCharCode(byte)) ? RUN : SIGN;
CLASSES[0] = SIGN;
for (const one of "!#$^*?~{}`") CLASSES[one.charCodeAt(0)] = 0;
CLASSES["/".charCodeAt(0)] = RUN;

/** The small letter of each character of Latin 1. */
const SMALL = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++) SMALL[byte] = String.fromCharCode(byte).toLowerCase().charCodeAt(0);

/** Beginning of a token that is made of letters alone. */
const OF_TOKEN = "AIza";
const SHORTEST_TOKEN = 20;

/**
 * Returns whether a run of base64 stands for nothing that may hold a secret, from whichever of its first four characters on it is read.
 * Returns false if only a closer look tells.
 * @param marks which hashes of four characters (`rolled` in known.ts) a known secret begins with
 */
export function isQuietRun(text: string, from: number, to: number, marks: Uint8Array): boolean {
  if (to - from > LONGEST) return false;
  for (let at = from; at < from + 4; at++) if (!isQuietFrom(text, at, to, marks)) return false;
  return true;
}

function isQuietFrom(text: string, from: number, to: number, marks: Uint8Array): boolean {
  let [held, bits, hash, length] = [0, 0, 0, 0];
  let [classes, run, longestRun] = [0, 0, 0];
  let [first, isHigh, isC1, isBroken, follow] = [0, false, false, false, 0];
  for (let at = from; at < to; at++) {
    held = (held << 6) | (VALUES[text.charCodeAt(at)] ?? 0);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    const byte = (held >> bits) & 0xff;
    held &= 0xff;
    length++;
    hash = ((hash << 4) ^ (SMALL[byte] ?? 0)) & 0xffff;
    if (length >= LETTERS_OF_MARK && marks[hash] !== 0) return false;
    if (length === 1) first = byte;
    else if (length === 2 && mayBePacked(first, byte)) return false;
    const is = CLASSES[byte] ?? 0;
    classes |= is;
    run = is === RUN ? run + 1 : 0;
    if (run > longestRun) longestRun = run;
    if (byte > 0x7f) {
      isHigh = true;
      if (byte < 0xa0) isC1 = true;
    }
    if (follow > 0) {
      if (byte < 0x80 || byte > 0xbf) isBroken = true;
      follow--;
    } else if (byte > 0x7f) {
      if (byte < 0xc2 || byte > 0xf4) isBroken = true;
      follow = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
    }
  }
  if (follow > 0) isBroken = true;
  // bytes that may be UTF-8 are other characters than they are as Latin 1
  if (isHigh && !isBroken) return false;
  if ((classes & CONTROL) !== 0 || isC1) return true;
  if ((classes & SIGN) !== 0 || longestRun >= SHORTEST_RUN) return false;
  return length < SHORTEST_TOKEN || !Buffer.from(text.slice(from, to), "base64").includes(OF_TOKEN);
}

/** As unpacked in coded.ts asks. */
const mayBePacked = (first: number, second: number): boolean => (first === 0x1f && second === 0x8b) || beginsZlib(first, second);
