import type { XmlVersion } from "./names.ts";
import { XmlFault } from "./types.ts";

export interface XmlHeader {
  /** The offset after the XML declaration; without a declaration, the offset after the byte order mark, or 0. */
  readonly end: number;
  readonly version: XmlVersion;
  readonly encoding: { readonly name: string; readonly offset: number } | null;
}

const DECLARATION =
  /<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')(?:([ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*)(?:"([^"<]*)"|'([^'<]*)'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>/y;

/**
 * Reads the XML declaration (<?xml ... ?>), which only the very start of a file can have (XML 1.0, 2.8). Throws XmlFault if it is
 * malformed.
 * @param start the offset after the byte order mark; 0 without one
 */
export function readHeader(text: string, start: number): XmlHeader {
  if (!/^<\?xml[ \t\r\n]/.test(text.slice(start, start + 6))) {
    return { end: start, version: "1.0", encoding: null };
  }
  DECLARATION.lastIndex = start;
  const match = DECLARATION.exec(text);
  if (!match) throw new XmlFault("the XML declaration is malformed", start);
  const version = match[1] ?? match[2] ?? "";
  if (version !== "1.0" && version !== "1.1") throw new XmlFault(`XML version '${version}' is not supported`, start);
  const name = match[4] ?? match[5];
  if (name === undefined) return { end: start + match[0].length, version, encoding: null };
  const offset = start + match[0].indexOf(match[3] as string) + (match[3] as string).length + 1;
  if (!/^[A-Za-z][A-Za-z0-9._-]*$/.test(name)) throw new XmlFault(`'${name}' is not the name of an encoding`, offset);
  return { end: start + match[0].length, version, encoding: { name, offset } };
}
