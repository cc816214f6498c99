/**
 * Decodes UTF-8 as Java does, from bytes that are decoded as ISO-8859-1. Node decodes well-formed UTF-8.
 * Malformed bytes need this code: Java replaces a surrogate written as three bytes by one U+FFFD, Node's decoder by three.
 */

const continues = (c: number): boolean => (c & 0xc0) === 0x80;

/** Returns the length in bytes (1 to 4) and the code point of the UTF-8 sequence at `i`; as code point -1 if Java replaces it by U+FFFD. */
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

/** Decodes UTF-8 bytes, which `latin1` has decoded as ISO-8859-1. Malformed bytes become U+FFFD exactly as in Java. */
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

/** Returns the UTF-8 bytes of a text without lone surrogates, decoded as ISO-8859-1 (one character for each byte). */
export function encodeUtf8(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** Returns true if a byte of a properties file is not ASCII, so that Java can read other values in one charset than in the other. */
export function hasHighBytes(latin1: string): boolean {
  return /[\x80-\xff]/.test(latin1);
}
