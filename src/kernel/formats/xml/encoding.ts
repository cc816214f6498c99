import { isUtf8 } from "node:buffer";
import { XmlFault } from "./types.ts";

/** The conversion between bytes and characters of one file. */
export interface Encoding {
  /** Name as declared, or "UTF-8". */
  readonly name: string;
  /** Length of the byte order mark in bytes; 0 if there is none. */
  readonly bom: number;
  /**
   * Pattern for pieces of the ISO-8859-1 view that are decoded separately, because they can have fewer characters than bytes; the rest is
   * ASCII.
   */
  readonly wide: RegExp;
  /** Returns the characters of a piece of the ISO-8859-1 view. */
  decode(piece: string): string;
  /** Returns the ISO-8859-1 view of characters, or null if the encoding does not have one of them. */
  encode(text: string): string | null;
}

const ASCII = /^[\0-\x7f]*$/;

/** A multi-byte character: its second byte can be an ASCII letter or digit, but not a character of markup. */
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

/** Characters 0x80 to 0x9F of windows-1252; in some versions the runtime's own decoder returns control characters for them. */
const WINDOWS_1252 = "€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ";

function windows1252(name: string, bom: number): Encoding {
  const decode = (piece: string) => piece.replace(/[\x80-\x9f]/g, (c) => WINDOWS_1252[c.charCodeAt(0) - 0x80] as string);
  return { name, bom, wide: WIDE, decode, encode: (text) => (ASCII.test(text) ? text : null) };
}

/** Returns another superset of ASCII, decoded by the platform's table; null if it has none. New text can only be ASCII. */
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

/** Throws XmlFault for a file whose ASCII characters are not single bytes: byte offsets would be useless there. */
function refuseWide(text: string): void {
  for (const [pattern, name] of WIDE_UNITS) {
    if (pattern.test(text)) {
      throw new XmlFault(`the file is ${name}, which cannot be edited byte by byte; save it as UTF-8`, 0);
    }
  }
}

/** Returns the offset of the first byte that is not UTF-8. Searches by bisection, so it is fast even in a long file. */
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
 * Returns the encoding of a file: that of its XML declaration, else UTF-8 (XML 1.0, 4.3.3).
 * Throws XmlFault for bytes that the encoding does not have, and for encodings that are not supersets of ASCII.
 * @param declared the declared encoding; null without a declaration
 */
export function encodingOf(bytes: Uint8Array, text: string, declared: { name: string; offset: number } | null): Encoding {
  refuseWide(text);
  const bom = text.startsWith("\xef\xbb\xbf") ? 3 : 0;
  const name = declared?.name ?? "UTF-8";
  if (/^(?:utf-?8)$/i.test(name)) {
    // Java uses another decoder for the name "UTF8": it replaces bytes that it cannot read.
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
