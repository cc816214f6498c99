/**
 * Reads UTF-8 as Java's decoder does, over an ISO-8859-1 view. The platform decodes well-formed text.
 * Malformed bytes need this code: Java replaces a surrogate written as three bytes by one U+FFFD, the WHATWG decoder by three.
 */

const continues = (c: number): boolean => (c & 0xc0) === 0x80;

/** Returns the length of the sequence at `i` (1 to 4) and its code point; -1 if Java replaces these bytes by U+FFFD. */
export function utf8Sequence(text: string, i: number, end: number): { length: number; codePoint: number } {
  const a = text.charCodeAt(i);
  const at = (k: number): number => (i + k < end ? text.charCodeAt(i + k) : 0);
  if (a < 0x80) return { length: 1, codePoint: a };
  const b = at(1);
  if (a >= 0xc2 && a <= 0xdf && continues(b)) return { length: 2, codePoint: ((a & 31) << 6) | (b & 63) };
  if (a >= 0xe0 && a <= 0xef && continues(b) && (a > 0xe0 || b >= 0xa0)) return threeBytes(a, b, at(2));
  if (a >= 0xf0 && a <= 0xf4 && continues(b) && (a > 0xf0 || b >= 0x90) && (a < 0xf4 || b < 0x90))
    return fourBytes(a, b, at(2), at(3));
  return { length: 1, codePoint: -1 };
}

function threeBytes(a: number, b: number, c: number): { length: number; codePoint: number } {
  if (!continues(c)) return { length: 2, codePoint: -1 };
  const codePoint = ((a & 15) << 12) | ((b & 63) << 6) | (c & 63);
  return { length: 3, codePoint: codePoint >= 0xd800 && codePoint <= 0xdfff ? -1 : codePoint };
}

function fourBytes(a: number, b: number, c: number, d: number): { length: number; codePoint: number } {
  if (!continues(c)) return { length: 2, codePoint: -1 };
  if (!continues(d)) return { length: 3, codePoint: -1 };
  return { length: 4, codePoint: ((a & 7) << 18) | ((b & 63) << 12) | ((c & 63) << 6) | (d & 63) };
}

/** Decodes an ISO-8859-1 view as UTF-8, with U+FFFD exactly where Java puts it. */
export function decodeUtf8(latin1: string): string {
  const text = Buffer.from(latin1, "latin1").toString("utf8");
  if (!text.includes("\ufffd")) return text;
  let out = "";
  for (let i = 0; i < latin1.length; ) {
    const { length, codePoint } = utf8Sequence(latin1, i, latin1.length);
    out += codePoint < 0 ? "\ufffd" : String.fromCodePoint(codePoint);
    i += length;
  }
  return out;
}

/** Returns the ISO-8859-1 view of the UTF-8 bytes of a text without lone surrogates. */
export function encodeUtf8(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** Returns true if a byte is above 7F, so that the two charsets can differ. */
export function hasHighBytes(latin1: string): boolean {
  return /[\x80-\xff]/.test(latin1);
}
