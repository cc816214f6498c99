import { charactersOf } from "./characters.ts";
import { type Encoding, encodingOf } from "./encoding.ts";
import { readHeader } from "./header.ts";
import { readTree, type XmlLimits } from "./tree.ts";
import { type XmlDocument, XmlFault } from "./types.ts";

/** A parsed document with the encoding that turns its bytes into characters; null when that cannot be told. */
export interface ParsedXml extends XmlDocument {
  readonly encoding: Encoding | null;
}

/** All of a document, with no document type. */
export const WHOLE: XmlLimits = { depth: Number.POSITIVE_INFINITY, tags: Number.POSITIVE_INFINITY, plainType: false };

/**
 * Reads an XML file by byte offsets, well-formed or not, without ever throwing and in time linear in its length.
 * `text` is the ISO-8859-1 view of `bytes`. Grammar: XML 1.0 or 1.1 with namespaces, as Java's own parser judges it, but for document
 * types: none that declares anything is read.
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
