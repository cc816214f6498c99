import { isUtf8 } from "node:buffer";
import { XmlFault } from "./types.ts";

/** The encoding of one XML file: a conversion between its bytes, as ISO-8859-1 (one character for each byte), and its characters. */
export interface Encoding {
  /** The encoding's name as the XML declaration has it, or "UTF-8". */
  readonly name: string;
  /** Length of the byte order mark in bytes; 0 if there is none. */
  readonly bom: number;
  /**
   * The pattern of the pieces of the bytes that are decoded separately, because they can have fewer characters than bytes; all other bytes
   * are ASCII.
   */
  readonly wide: RegExp;
  /** Returns the characters of a piece of the file's bytes. */
  decode(piece: string): string;
  /** Returns the bytes of characters, or null if the encoding does not have one of them or Tierwright cannot encode it. */
  encode(text: string): string | null;
}

const ASCII = /^[\0-\x7f]*$/;

/** Matches characters beyond ASCII in any encoding but UTF-8: a second byte can be an ASCII letter or digit, but no sign of XML markup. */
const WIDE = /[\x80-\xff][^\0-/:-?]*/g;

function utf8(name: string, bom: number): Encoding {
  return {
    name,
    bom,
    wide: /[\xc0-\xff][\x80-\xbf]*|[\x80-\xbf]+/g,
    decode: (piece) => (ASCII.test(piece) ? piece : Buffer.from(piece, "latin1").toString("utf8")),
    encode: (text) => Buffer.from(text, "utf8").toString("latin1"),
  };
}

function latin1(name: string, bom: number): Encoding {
  return { name, bom, wide: WIDE, decode: (piece) => piece, encode: (text) => (/^[\0-\xff]*$/.test(text) ? text : null) };
}

/** The characters of the bytes 0x80 to 0x9F in windows-1252; in some versions of Node, TextDecoder returns control characters for them. */
const WINDOWS_1252 = "€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ";

function windows1252(name: string, bom: number): Encoding {
  const decode = (piece: string) => piece.replace(/[\x80-\x9f]/g, (c) => WINDOWS_1252[c.charCodeAt(0) - 0x80] as string);
  return { name, bom, wide: WIDE, decode, encode: (text) => (ASCII.test(text) ? text : null) };
}

/** Returns an encoding that Node's TextDecoder decodes; null if TextDecoder does not know the label. It encodes ASCII characters only. */
function table(name: string, label: string, bom: number): Encoding | null {
  try {
    const decoder = new TextDecoder(label);
    return {
      name,
      bom,
      wide: WIDE,
      decode: (piece) => (ASCII.test(piece) ? piece : decoder.decode(Buffer.from(piece, "latin1"))),
      encode: (text) => (ASCII.test(text) ? text : null),
    };
  } catch {
    return null;
  }
}

const WIDE_UNITS: readonly [RegExp, string][] = [
  [/^(?:\0\0\xfe\xff|\xff\xfe\0\0|\0\0\0<|<\0\0\0)/, "UTF-32"],
  [/^(?:\xfe\xff|\xff\xfe|\0<|<\0)/, "UTF-16"],
  [/^\x4c\x6f\xa7\x94/, "EBCDIC"],
];

/** Throws XmlFault for a file in UTF-16, UTF-32 or EBCDIC, whose bytes are not those of ASCII, so that it cannot be edited by bytes. */
function refuseWide(text: string): void {
  for (const [pattern, name] of WIDE_UNITS) {
    if (pattern.test(text)) {
      throw new XmlFault(`the file is ${name}, which cannot be edited byte by byte; save it as UTF-8`, 0);
    }
  }
}

/** Returns the offset of the first byte of a file that is not UTF-8. Searches by bisection, which is fast even in a long file. */
function firstBadByte(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length;
  while (good < bad) {
    let middle = (good + bad + 1) >> 1;
    while (middle < bad && ((bytes[middle] ?? 0) & 0xc0) === 0x80) middle++;
    if (middle === bad) {
      middle = bad - 1;
      while (middle > good && ((bytes[middle] ?? 0) & 0xc0) === 0x80) middle--;
      if (middle === good) return good;
    }
    if (isUtf8(bytes.subarray(good, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

const SUPERSETS =
  /^(?:iso[-_]?8859[-_]\d+|windows-125\d|cp125\d|koi8-[ru]|ibm866|macintosh|gb18030|gbk|gb2312|big5|euc-jp|euc-kr|shift_jis)$/i;

/**
 * Returns the encoding of an XML file: that of its XML declaration, else UTF-8 (XML 1.0, 4.3.3).
 * Throws XmlFault for bytes that are not valid UTF-8 or ASCII if that is the encoding, and for encodings that are no superset of ASCII.
 * @param text `bytes` decoded as ISO-8859-1
 * @param declared the encoding's name in the XML declaration, with its offset; null without one
 */
export function encodingOf(bytes: Uint8Array, text: string, declared: { name: string; offset: number } | null): Encoding {
  refuseWide(text);
  const bom = text.startsWith("\xef\xbb\xbf") ? 3 : 0;
  const name = declared?.name ?? "UTF-8";
  if (/^(?:utf-?8)$/i.test(name)) {
    // Java's parser uses another decoder for the name "UTF8", which replaces invalid bytes instead of refusing the file
    if (!/^utf8$/i.test(name) && !isUtf8(bytes)) {
      throw new XmlFault(
        `a byte that is not UTF-8, although the file is read as ${declared ? name : "UTF-8 (no other encoding is declared)"}`,
        firstBadByte(bytes),
      );
    }
    return utf8(name, bom);
  }
  if (/^(?:us-ascii|ascii|iso646-us)$/i.test(name)) {
    const at = text.slice(bom).search(/[\x80-\xff]/);
    if (at >= 0) throw new XmlFault(`a byte that is not ${name}`, bom + at);
    return latin1(name, bom);
  }
  if (/^(?:iso[-_]?8859[-_]1|latin1|l1)$/i.test(name)) return latin1(name, bom);
  if (/^(?:windows-|cp)1252$/i.test(name)) return windows1252(name, bom);
  const label = SUPERSETS.test(name) ? name.replace(/^iso[-_]?8859[-_]/i, "iso-8859-") : null;
  const other = label === null ? null : table(name, label, bom);
  if (other) return other;
  throw new XmlFault(
    `the encoding '${name}' is not one that can be edited byte by byte; save the file as UTF-8`,
    declared?.offset ?? 0,
  );
}
