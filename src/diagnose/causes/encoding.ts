import { isUtf8 } from "node:buffer";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

export const ZIP = "a zip archive";

/** First bytes of files that are compressed or no text, with a description of each format. */
const OTHERS: readonly (readonly [string, readonly number[]])[] = [
  ["a gzip file in a gzip file; unpack it first", [0x1f, 0x8b]],
  [ZIP, [0x50, 0x4b, 0x03, 0x04]],
  [ZIP, [0x50, 0x4b, 0x05, 0x06]],
  ["a 7-Zip archive; unpack it and name the log", [0x37, 0x7a, 0xbc, 0xaf]],
  ["a program", [0x4d, 0x5a, 0x90]],
  ["a PDF document", [0x25, 0x50, 0x44, 0x46]],
  ["a picture", [0x89, 0x50, 0x4e, 0x47]],
];

const begins = (bytes: Uint8Array, mark: readonly number[]): boolean => mark.every((byte, i) => bytes[i] === byte);

/** Returns the bytes up to the last line feed, so that no character is cut at the end. Returns all bytes if there is no line feed. */
const wholeLines = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1 || bytes.length);

/** Returns how many of the first 4096 bytes are zero at even and at odd offsets. */
function zeros(bytes: Uint8Array): readonly [number, number] {
  const counts: [number, number] = [0, 0];
  const end = Math.min(bytes.length, 4096);
  for (let i = 0; i < end; i++) if (bytes[i] === 0) counts[(i & 1) as 0 | 1]++;
  return counts;
}

/**
 * Returns the bytes without zero bytes at the beginning and end, which a file has if its writer was interrupted or if it was truncated
 * during writing.
 */
function withoutZeroEnds(bytes: Uint8Array): Uint8Array {
  let [from, to] = [0, bytes.length];
  while (from < to && bytes[from] === 0) from++;
  while (to > from && bytes[to - 1] === 0) to--;
  // both ends are cut at even offsets: one of the two bytes of a UTF-16 unit can be zero
  return bytes.subarray(from - (from & 1), to + (to & 1));
}

/** Returns how many of the first 4096 bytes are control characters that no text has; zero bytes are counted too. */
function controls(bytes: Uint8Array): number {
  const end = Math.min(bytes.length, 4096);
  let count = 0;
  for (let i = 0; i < end; i++) {
    const byte = bytes[i] as number;
    if (byte < 0x20 && (byte < 0x09 || (byte > 0x0d && byte !== 0x1b))) count++;
  }
  return count;
}

/** A text has at most one control character in this many bytes; a file with more is not text. */
const FEW = 16;

/** Returns the encoding of a text by its byte order mark and its first bytes, or a description of the file if it is not text. */
export function encodingOf(bytes: Uint8Array): { readonly encoding: Encoding } | { readonly other: string } {
  const marked = MARKS.find(([, mark]) => begins(bytes, mark));
  if (marked) return { encoding: marked[0] };
  const other = OTHERS.find(([, mark]) => begins(bytes, mark));
  if (other) return { other: other[0] };
  if (begins(bytes.subarray(257), [0x75, 0x73, 0x74, 0x61, 0x72])) return { other: "a tar archive; unpack it and name the log" };
  const inner = withoutZeroEnds(bytes);
  const [even, odd] = zeros(inner);
  const length = Math.min(inner.length, 4096);
  if (odd > length / 4 && even === 0) return { encoding: "utf-16le" };
  if (even > length / 4 && odd === 0) return { encoding: "utf-16be" };
  if (length === 0 || (even + odd > 0 && controls(inner) * FEW > length)) return { other: "no text: it holds zero bytes" };
  return { encoding: isUtf8(wholeLines(inner)) ? "utf-8" : "windows-1252" };
}
