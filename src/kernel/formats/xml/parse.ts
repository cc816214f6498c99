import { charactersOf } from "./characters.ts";
import { type Encoding, encodingOf } from "./encoding.ts";
import { readHeader } from "./header.ts";
import { readTree, type XmlLimits } from "./tree.ts";
import { type XmlDocument, XmlFault } from "./types.ts";

/** A parsed XML document with the encoding of its bytes; `encoding` is null if it cannot be determined. */
export interface ParsedXml extends XmlDocument {
  readonly encoding: Encoding | null;
}

/** Limits with which `parseXml` reads a document of any depth and length, but refuses every document type (<!DOCTYPE>). */
export const WHOLE: XmlLimits = { depth: Number.POSITIVE_INFINITY, tags: Number.POSITIVE_INFINITY, plainType: false };

/**
 * Reads an XML file into a tree with byte offsets. Returns a problem instead of the tree if the file is not well-formed; never throws.
 * Needs time linear in the length of the file.
 * Reads XML 1.0 and 1.1 with namespaces as Java's own parser does, except that a document type (<!DOCTYPE>) with declarations is a problem.
 * @param text `bytes` decoded as ISO-8859-1, so that each character is one byte
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
