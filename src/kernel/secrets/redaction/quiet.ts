import { beginsZlib } from "./coded.ts";

/*
 * Most sequences of letters and digits in a message are words, names and ids: decoded as base64 they give bytes that are not text, or
 * letters without any punctuation. The functions here examine the decoded bytes one by one and make no string of them.
 */

/** The longest sequence in characters that `isQuietRun` examines; a longer one is always decoded. */
const LONGEST = 48;
/** The fewest base64 characters in a row, among the decoded bytes, that can be base64 again. */
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
/**
 * Classes of bytes: CONTROL occurs in no text, SIGN is punctuation, without which no text contains a recognizable secret, RUN is a base64
 * character.
 */
const CLASSES = new Uint8Array(256);
for (let byte = 1; byte < 128; byte++)
  if (byte < 9 || (byte > 13 && byte !== 27 && byte < 32) || byte === 127) CLASSES[byte] = CONTROL;
  else CLASSES[byte] = /[A-Za-z0-9]/.test(String.fromCharCode(byte)) ? RUN : SIGN;
CLASSES[0] = SIGN;
for (const one of "!#$^*?~{}`") CLASSES[one.charCodeAt(0)] = 0;
CLASSES["/".charCodeAt(0)] = RUN;

/** The lower-case form of each Latin-1 character. */
const SMALL = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++) SMALL[byte] = String.fromCharCode(byte).toLowerCase().charCodeAt(0);

/** The beginning of Google API keys, which can consist of letters and digits alone. */
const OF_TOKEN = "AIza";
const SHORTEST_TOKEN = 20;

/**
 * Returns true if a sequence of base64 certainly contains no secret, from whichever of its first four characters it is decoded; false if
 * only decoding it can show that.
 * @param marks a table by hash (`rolled` in known.ts): not 0 if the first four characters of a known secret have that hash
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
  // bytes that are valid UTF-8 must be decoded as such: their characters differ from those of Latin-1
  if (isHigh && !isBroken) return false;
  if ((classes & CONTROL) !== 0 || isC1) return true;
  if ((classes & SIGN) !== 0 || longestRun >= SHORTEST_RUN) return false;
  return length < SHORTEST_TOKEN || !Buffer.from(text.slice(from, to), "base64").includes(OF_TOKEN);
}

/** Returns whether two bytes begin data that `unpacked` in coded.ts would decompress. */
const mayBePacked = (first: number, second: number): boolean => (first === 0x1f && second === 0x8b) || beginsZlib(first, second);
