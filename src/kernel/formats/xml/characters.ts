import type { Encoding } from "./encoding.ts";

/** The decoded text of an XML file after its XML declaration. `byteOf` converts an index in `text` to a byte offset in the file. */
export interface Characters {
  readonly text: string;
  byteOf(at: number): number;
}

const ASCII = /^[\0-\x7f]*$/;

/**
 * Decodes a file from the byte offset `start` on. For `byteOf`, stores the positions of only those characters that are not ASCII.
 * @param view the bytes of the file, decoded as ISO-8859-1
 */
export function charactersOf(view: string, start: number, { decode, wide }: Encoding): Characters {
  const bytes = view.slice(start);
  if (ASCII.test(bytes)) return { text: bytes, byteOf: (at) => start + at };
  const behind = [0];
  const shifts = [start];
  let text = "";
  let from = 0;
  for (const { 0: piece, index } of bytes.matchAll(wide)) {
    text += bytes.slice(from, index) + decode(piece);
    from = index + piece.length;
    behind.push(text.length);
    shifts.push(start + from - text.length);
  }
  const byteOf = (at: number) => {
    let [low, high] = [0, behind.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((behind[middle] as number) <= at) low = middle;
      else high = middle;
    }
    return at + (shifts[low] as number);
  };
  return { text: text + bytes.slice(from), byteOf };
}
