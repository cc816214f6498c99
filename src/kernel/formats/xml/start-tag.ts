import type { Cursor } from "./cursor.ts";
import { collapse, type DocumentType } from "./doctype.ts";
import { attributeValue } from "./references.ts";
import { type XmlAttribute, XmlFault } from "./types.ts";

/** A start tag as it is spelt, with the attributes that DTD defaults add. */
export interface StartTag {
  readonly name: string;
  readonly start: number;
  readonly attributes: readonly XmlAttribute[];
  /** "<a/>" */
  readonly empty: boolean;
}

/** Java's parser reads no element with more (jdk.xml.elementAttributeLimit). */
const MOST_ATTRIBUTES = 10_000;

/** Reads the start tag whose "<" is at the cursor and leaves the cursor after its ">". */
export function readStartTag(cursor: Cursor, type: DocumentType): StartTag {
  const start = cursor.pos++;
  const name = cursor.name("an element");
  const declared = type.attributes.get(name);
  const attributes: XmlAttribute[] = [];
  const seen = new Set<string>();
  for (;;) {
    const spaced = cursor.space();
    if (cursor.at("/>") || cursor.at(">")) break;
    if (cursor.pos >= cursor.text.length) throw new XmlFault(`the tag <${name}> is never closed by '>'`, start);
    if (!spaced) throw new XmlFault(`white space is expected before an attribute of <${name}>`, cursor.pos);
    const at = cursor.pos;
    const attribute = cursor.name("an attribute");
    if (seen.has(attribute)) throw new XmlFault(`the attribute '${attribute}' stands twice in <${name}>`, at);
    if (seen.add(attribute).size > MOST_ATTRIBUTES) throw new XmlFault(`more than 10,000 attributes in <${name}>`, at);
    cursor.space();
    cursor.expect("=", `after the attribute '${attribute}'`);
    cursor.space();
    const range = cursor.literal(`the value of '${attribute}'`);
    const value = attributeValue(cursor.decode(cursor.text.slice(range.start, range.end)), type, range.start);
    attributes.push({
      name: attribute,
      start: at,
      valueStart: range.start,
      valueEnd: range.end,
      value: declared?.get(attribute)?.tokenized ? collapse(value) : value,
    });
  }
  for (const [attribute, { fallback }] of declared ?? []) {
    if (fallback !== null && !seen.has(attribute))
      attributes.push({ name: attribute, start, valueStart: -1, valueEnd: -1, value: fallback });
  }
  const empty = cursor.at("/>");
  cursor.pos += empty ? 2 : 1;
  return { name, start, attributes, empty };
}
