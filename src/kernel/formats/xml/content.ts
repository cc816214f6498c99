import type { Cursor } from "./cursor.ts";
import type { DocumentType } from "./doctype.ts";
import { Namespaces } from "./namespaces.ts";
import { characterData, characterOf, entityOf, isPredefined, referenceAt } from "./references.ts";
import { readStartTag } from "./start-tag.ts";
import { type XmlAttribute, type XmlElement, XmlFault } from "./types.ts";

interface OpenElement {
  readonly name: string;
  readonly namespace: string | null;
  readonly start: number;
  readonly openEnd: number;
  end: number;
  readonly attributes: readonly XmlAttribute[];
  readonly children: XmlElement[];
  text: string;
  /** Prefixes that it declares. */
  readonly declared: readonly string[];
}

/**
 * Reads the one outermost element and what may stand around it, to the end of the text, without recursion, so that depth costs nothing.
 * Null when there is no element.
 */
export function readContent(cursor: Cursor, type: DocumentType): XmlElement | null {
  const { text } = cursor;
  const open: OpenElement[] = [];
  const namespaces = new Namespaces(type.version);
  let root: XmlElement | null = null;
  while (cursor.pos < text.length) {
    const parent = open[open.length - 1];
    const next = text.indexOf("<", cursor.pos);
    const until = next < 0 ? text.length : next;
    if (until > cursor.pos) readText(cursor, until, parent, type);
    if (next < 0) break;
    if (cursor.at("<!--")) cursor.comment();
    else if (cursor.at("<?")) cursor.instruction();
    else if (cursor.at("<![CDATA[")) readSection(cursor, parent, type);
    else if (cursor.at("</")) closeElement(cursor, open, namespaces);
    else {
      const element = openElement(cursor, type, namespaces);
      if (parent) parent.children.push(element);
      else if (root) throw new XmlFault(`a second outermost element <${element.name}>`, element.start);
      else root = element;
      if (element.end < 0) open.push(element);
      else namespaces.leave(element.declared);
    }
  }
  const unclosed = open[open.length - 1];
  if (unclosed) throw new XmlFault(`the element <${unclosed.name}> is never closed`, unclosed.start);
  return root;
}

function openElement(cursor: Cursor, type: DocumentType, namespaces: Namespaces): OpenElement {
  const tag = readStartTag(cursor, type);
  const declared = namespaces.enter(tag.attributes);
  const namespace = namespaces.check(tag.name, tag.start, tag.attributes);
  const { name, start, attributes } = tag;
  const end = tag.empty ? cursor.pos : -1;
  return { name, namespace, start, openEnd: cursor.pos, end, attributes, children: [], text: "", declared };
}

function closeElement(cursor: Cursor, open: OpenElement[], namespaces: Namespaces): void {
  const at = cursor.pos;
  cursor.pos += 2;
  const element = open.pop();
  const name = cursor.name("an end tag");
  if (element?.name !== name) {
    throw new XmlFault(element ? `</${name}> where </${element.name}> is expected` : `</${name}> closes nothing`, at);
  }
  cursor.space();
  cursor.expect(">", `at the end of </${name}`);
  element.end = cursor.pos;
  namespaces.leave(element.declared);
}

function readSection(cursor: Cursor, parent: OpenElement | undefined, type: DocumentType): void {
  if (!parent) throw new XmlFault("a CDATA section outside the outermost element", cursor.pos);
  cursor.pos += 9;
  const start = cursor.pos;
  const end = cursor.past("]]>", "the CDATA section");
  parent.text += characterData(cursor.decode(cursor.text.slice(start, end)), type.version, true);
}

function readText(cursor: Cursor, until: number, parent: OpenElement | undefined, type: DocumentType): void {
  const start = cursor.pos;
  const piece = cursor.text.slice(start, until);
  cursor.pos = until;
  if (!parent) {
    const at = piece.search(/[^ \t\r\n]/);
    if (at >= 0) throw new XmlFault("text outside the outermost element", start + at);
    return;
  }
  const section = piece.indexOf("]]>");
  if (section >= 0) throw new XmlFault("']]>' in text; write ']]&gt;'", start + section);
  const characters = cursor.decode(piece);
  checkReferences(characters, type, (at) => (characters.length === piece.length ? start + at : start));
  parent.text += characterData(characters, type.version, false);
}

/** Entities in text must be declared. They are not expanded: log4j asks its parser not to, and looks at elements and text only. */
function checkReferences(text: string, type: DocumentType, offsetOf: (at: number) => number): void {
  for (let at = text.indexOf("&"); at >= 0; ) {
    const { body, end } = referenceAt(text, at, offsetOf(at), type.version);
    if (body.startsWith("#")) characterOf(body, type.version, offsetOf(at));
    else if (!isPredefined(body)) entityOf(body, type, offsetOf(at));
    at = text.indexOf("&", end);
  }
}
