import { charactersOf } from "./characters.ts";
import { type Encoding, encodingOf } from "./encoding.ts";
import { readHeader } from "./header.ts";
import { readTree, type XmlLimits } from "./tree.ts";
import { type XmlDocument, XmlFault } from "./types.ts";

/** A parsed document with the encoding of its bytes; null if the encoding cannot be determined. */
export interface ParsedXml extends XmlDocument {
  readonly encoding: Encoding | null;
}

/** Limits that read a whole document, and refuse every document type. */
export const WHOLE: XmlLimits = { depth: Number.POSITIVE_INFINITY, tags: Number.POSITIVE_INFINITY, plainType: false };

/**
 * Reads an XML file by byte offsets, well-formed or not. Never throws, and needs time linear in its length.
 * Grammar: XML 1.0 or 1.1 with namespaces, as in Java's own parser, except that it refuses a document type with declarations.
 * @param text the ISO-8859-1 view of `bytes`
 */
export function parseXml(bytes: Uint8Array, text: string, limits: XmlLimits = { ...WHOLE, plainType: true }): ParsedXml {
  let encoding: Encoding | null = null;
  try {
    const header = readHeader(text, text.startsWith("\xef\xbb\xbf") ? 3 : 0);
    encoding = encodingOf(bytes, text, header.encoding);
    const root = readTree(charactersOf(text, header.end, encoding), header.version, limits);
    return { root, problem: null, encoding };
  } catch (fault) {
    if (!(fault instanceof XmlFault)) throw fault;
    const { message, offset, kind } = fault;
    return { root: null, problem: { message, offset, kind }, encoding };
  }
}
