import { readContent } from "./content.ts";
import { Cursor } from "./cursor.ts";
import { emptyDocumentType, readDocumentType } from "./doctype.ts";
import { type Encoding, encodingOf } from "./encoding.ts";
import { readHeader } from "./header.ts";
import type { XmlVersion } from "./names.ts";
import { type XmlDocument, XmlFault } from "./types.ts";

/** A parsed document with the encoding that turns its bytes into characters; null when that cannot be told. */
export interface ParsedXml extends XmlDocument {
  readonly encoding: Encoding | null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = { "1.0": /[\0-\x08\x0b\x0c\x0e-\x1f]/, "1.1": /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/ } as const;

/**
 * Reads an XML file by byte offsets, well-formed or not, without ever throwing and in time linear in its length.
 * `text` is the ISO-8859-1 view of `bytes`. Grammar: XML 1.0 (fifth edition) or 1.1 with namespaces, the internal
 * subset of the document type included; nothing outside the file is read. Well-formedness is judged as Java's own parser does.
 */
export function parseXml(bytes: Uint8Array, text: string): ParsedXml {
  let encoding: Encoding | null = null;
  try {
    const header = readHeader(text, text.startsWith("\xef\xbb\xbf") ? 3 : 0);
    encoding = encodingOf(bytes, text, header.encoding);
    const type = emptyDocumentType(header.version);
    const cursor = new Cursor(text, header.end, encoding.decode, header.version);
    readProlog(cursor, type, header.standalone);
    const root = readContent(cursor, type);
    if (!root) throw new XmlFault("there is no element at all", text.length);
    forbidCharacters(text, header.version, encoding);
    return { root, problem: null, encoding };
  } catch (fault) {
    if (!(fault instanceof XmlFault)) throw fault;
    return { root: null, problem: { message: fault.message, offset: fault.offset }, encoding };
  }
}

/** Comments, instructions and at most one document type, up to the outermost element. */
function readProlog(cursor: Cursor, type: ReturnType<typeof emptyDocumentType>, standalone: boolean): void {
  let seen = false;
  for (;;) {
    cursor.space();
    if (cursor.at("<!--")) cursor.comment();
    else if (cursor.at("<?")) cursor.instruction();
    else if (cursor.at("<!DOCTYPE") && !seen) {
      seen = true;
      readDocumentType(cursor, type, standalone);
    } else return;
  }
}

function forbidCharacters(text: string, version: XmlVersion, encoding: Encoding): void {
  const control = text.search(FORBIDDEN[version]);
  if (control >= 0) {
    const code = text.charCodeAt(control).toString(16).toUpperCase().padStart(2, "0");
    throw new XmlFault(`the control character U+00${code}, which XML does not allow`, control);
  }
  if (!/^utf-?8$/i.test(encoding.name)) return;
  const none = text.search(/\xef\xbf[\xbe\xbf]/);
  if (none >= 0) throw new XmlFault("a character that XML does not allow (U+FFFE or U+FFFF)", none);
}
