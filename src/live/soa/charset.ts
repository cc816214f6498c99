import { isUtf8 } from "node:buffer";

/** The text of an HTTP answer, or why its bytes are not text. `fault` begins with a small letter. */
export type Decoded = { readonly text: string } | { readonly fault: string };

const BOMS: readonly (readonly [string, Buffer])[] = [
  ["utf-8", Buffer.from([0xef, 0xbb, 0xbf])],
  ["utf-16le", Buffer.from([0xff, 0xfe])],
  ["utf-16be", Buffer.from([0xfe, 0xff])],
];

/** Returns the encoding that an XML document declares (XML 1.0, appendix F); null if it declares none. */
const declared = (bytes: Buffer): string | null =>
  /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(bytes.subarray(0, 300).toString("latin1"))?.[1] ?? null;

/** Decodes the body of an HTTP answer by its byte order mark, else the header's charset, else the XML declaration, else as UTF-8. */
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
    // the name of the encoding is unknown, or the bytes are invalid in it
    return {
      fault:
        error instanceof RangeError ? "its character encoding is not known here" : `it is not the ${label} that it says it is`,
    };
  }
}

/**
 * Returns the position of the first byte that is invalid in UTF-8, counted from 1. A character that is cut off at the end does not count as
 * invalid.
 */
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
