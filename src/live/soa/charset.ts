import { isUtf8 } from "node:buffer";

/** What an answer's bytes say, or why they cannot be read as text. `says` begins with a small letter. */
export type Decoded = { readonly text: string } | { readonly fault: string };

const BOMS: readonly (readonly [string, Buffer])[] = [
  ["utf-8", Buffer.from([0xef, 0xbb, 0xbf])],
  ["utf-16le", Buffer.from([0xff, 0xfe])],
  ["utf-16be", Buffer.from([0xfe, 0xff])],
];

/** XML may name its encoding itself, in ASCII (XML 1.0, appendix F). */
const declared = (bytes: Buffer): string | null =>
  /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(bytes.subarray(0, 300).toString("latin1"))?.[1] ?? null;

/** The bytes as text: a byte order mark says how, then the header, then the document itself; without any of them they are UTF-8. */
export function decodeBody(bytes: Buffer, charset: string | null): Decoded {
  const bom = BOMS.find(([, mark]) => bytes.subarray(0, mark.length).equals(mark));
  const label = (bom?.[0] ?? charset ?? declared(bytes) ?? "utf-8").toLowerCase();
  const content = bom ? bytes.subarray(bom[1].length) : bytes;
  if (/^(?:utf-?8|us-ascii|ascii)$/.test(label)) {
    if (isUtf8(content)) return { text: content.toString("utf8") };
    const said =
      bom || charset !== null || declared(bytes) !== null ? "it says that it is" : "nothing says what it is, so it has to be";
    return { fault: `${said} UTF-8, and byte ${firstOdd(content)} of it is not` };
  }
  if (/^(?:iso-8859-1|iso8859-1|latin1)$/.test(label)) return { text: content.toString("latin1") };
  try {
    return { text: new TextDecoder(label, { fatal: true }).decode(content) };
  } catch (error) {
    // no such label, or bytes that the encoding does not have
    return {
      fault:
        error instanceof RangeError ? "its character encoding is not known here" : `it is not the ${label} that it says it is`,
    };
  }
}

/** The first byte that UTF-8 does not allow there, counted from 1. A character that the end cuts is allowed so far. */
function firstOdd(bytes: Buffer): number {
  const isBeginning = (length: number) => {
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  let [from, to] = [0, bytes.length];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (isBeginning(middle)) from = middle;
    else to = middle;
  }
  return to;
}
