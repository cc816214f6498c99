import { parseXml } from "../../../../src/kernel/formats/xml/parse.ts";
import type { XmlElement } from "../../../../src/kernel/formats/xml/types.ts";

/** Parses an ISO-8859-1 view (or the UTF-8 bytes of a text with other characters). */
export function parse(text: string) {
  const bytes = /^[\0-\xff]*$/.test(text) ? Buffer.from(text, "latin1") : Buffer.from(text, "utf8");
  return parseXml(bytes, bytes.toString("latin1"));
}

/** The outermost element; fails in words when there is none. */
export function rootOf(text: string): XmlElement {
  const { root, problem } = parse(text);
  if (!root) throw new Error(`not well-formed: ${problem?.message}`);
  return root;
}

/** Attributes of the outermost element as name -> value. */
export function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(rootOf(text).attributes.map(({ name, value }) => [name, value]));
}
