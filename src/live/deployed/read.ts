import { PropertiesDocument, SourceText, parametersIn, parseXml, wideEncoding } from "../../kernel/index.ts";
import type { Found } from "./deployed.ts";

/**
 * The values found in a deployed file, with a remark about its encoding in `note` (null without one), or the reason why it cannot be read.
 */
export type Reading = { readonly found: readonly Found[]; readonly note: string | null } | { readonly fault: string };

/**
 * Converts UTF-16 with a byte order mark to UTF-8, and removes the XML encoding declaration, which would be wrong after that. Line numbers
 * stay the same. Returns other bytes unchanged, and null if the UTF-16 is malformed.
 */
function asUtf8(bytes: Buffer): { readonly bytes: Buffer; readonly from: string | null } | null {
  const name = wideEncoding(bytes);
  if (name === null) return { bytes, from: null };
  try {
    const text = new TextDecoder(name, { fatal: true }).decode(bytes);
    const undeclared = text.replace(/^(<\?xml[^>]*?)(?<!\s)\s+encoding\s*=\s*(?:"[^"']*"|'[^"']*')/, "$1");
    return { bytes: Buffer.from(undeclared, "utf8"), from: name.toUpperCase() };
  } catch {
    return null;
  }
}

/**
 * Reads the parameters of a deployed XML file in any encoding that the XML parser knows, or in UTF-16.
 * @param wanted returns the names of the parameters to look for, from the file's text.
 */
export function readXmlParameters(path: string, given: Buffer, wanted: (text: string) => ReadonlySet<string>): Reading {
  const read = asUtf8(given);
  if (!read) return { fault: "it begins as UTF-16 and is not" };
  const source = new SourceText(path, read.bytes.toString("latin1"));
  const { root, problem } = parseXml(read.bytes, source.text);
  if (!root) {
    const { line, column } = source.positionOf(problem?.offset ?? 0);
    return { fault: `it is not XML that can be read: line ${line}, column ${column}: ${problem?.message ?? ""}` };
  }
  const found = parametersIn(root, source.text, wanted(source.text)).map(({ name, value, start }) => {
    const { line, column } = source.positionOf(start);
    return { name, value, at: { file: path, line, column } };
  });
  return { found, note: read.from && `it is ${read.from}` };
}

/**
 * Reads the entries of a deployed properties file as java.util.Properties loads them. A key that occurs twice has two entries. Returns a
 * fault if Java cannot load it.
 */
export function readProperties(path: string, bytes: Buffer): Reading {
  const document = PropertiesDocument.parse(bytes);
  if (document.bom !== null && document.bom !== "utf-8")
    return { fault: `it is ${document.bom.toUpperCase()}: Java reads properties as ISO-8859-1 and finds no name in it` };
  const source = new SourceText(path, document.text);
  const loaded = document.load();
  if (!loaded.loads)
    return {
      fault: `Java cannot load it: line ${loaded.error?.line ?? 1}, column ${loaded.error?.column ?? 1}: ${loaded.error?.message ?? ""}`,
    };
  const found = loaded.entries.map(({ key, value, keyStart }) => {
    const { line, column } = source.positionOf(keyStart);
    return { name: key, value, at: { file: path, line, column } };
  });
  return { found, note: document.bom && "it begins with a byte order mark, which Java reads as the start of the first line" };
}
