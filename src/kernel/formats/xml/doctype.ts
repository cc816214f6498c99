import { Cursor } from "./cursor.ts";
import { isName, type XmlVersion } from "./names.ts";
import { characterOf, type Entity, type EntityTable, attributeValue, normalizeLineEnds } from "./references.ts";
import { XmlFault } from "./types.ts";

export interface AttributeDeclaration {
  /** A tokenized type: spaces at the ends are dropped and inner runs become one. */
  readonly tokenized: boolean;
  /** What an element has that does not write the attribute; null: nothing. */
  readonly fallback: string | null;
}

/** What the internal subset of a document type declares. The external one is never read, as log4j does not. */
export interface DocumentType extends EntityTable {
  readonly general: Map<string, Entity>;
  readonly attributes: Map<string, Map<string, AttributeDeclaration>>;
  open: boolean;
}

interface Declarations extends DocumentType {
  readonly parameter: Map<string, string | null>;
}

export function emptyDocumentType(version: XmlVersion): DocumentType {
  const budget = { expansions: 64_000, characters: 50_000_000 };
  return { version, general: new Map(), attributes: new Map(), open: false, budget };
}

/** Reads "<!DOCTYPE ... >" at the cursor into `type`. */
export function readDocumentType(cursor: Cursor, type: DocumentType, standalone: boolean): void {
  const all: Declarations = Object.assign(type, { parameter: new Map<string, string | null>() });
  cursor.pos += 9;
  cursor.needSpace("after <!DOCTYPE");
  cursor.name("the document type", true);
  const spaced = cursor.space();
  if (cursor.at("SYSTEM") || cursor.at("PUBLIC")) {
    if (!spaced) throw new XmlFault("white space is expected after the name of the document type", cursor.pos);
    externalId(cursor, false);
    type.open = !standalone;
    cursor.space();
  }
  if (cursor.at("[")) {
    cursor.pos++;
    subset(cursor, all, "]", new Set());
    cursor.pos++;
    cursor.space();
  }
  cursor.expect(">", "at the end of the document type");
}

function externalId(cursor: Cursor, publicAlone: boolean): void {
  const isPublic = cursor.at("PUBLIC");
  cursor.pos += 6;
  cursor.needSpace("before an identifier");
  const { start, end } = cursor.literal("an identifier");
  if (!isPublic) return;
  if (!/^[ \r\na-zA-Z0-9\-'()+,./:=?;!*#@$_%]*$/.test(cursor.text.slice(start, end))) {
    throw new XmlFault("a character that a public identifier may not hold", start);
  }
  const spaced = cursor.space();
  if (publicAlone && cursor.at(">")) return;
  if (!spaced) throw new XmlFault("white space is expected between identifiers", cursor.pos);
  cursor.literal("an identifier");
}

/** Declarations up to `end` ("]" or, inside a parameter entity, the end of its text). */
function subset(cursor: Cursor, type: Declarations, end: "]" | null, open: ReadonlySet<string>): void {
  for (;;) {
    cursor.space();
    if (cursor.pos >= cursor.text.length) {
      if (end === null) return;
      throw new XmlFault("the document type is never closed", cursor.pos);
    }
    if (end !== null && cursor.at(end)) return;
    if (cursor.at("<!--")) cursor.comment();
    else if (cursor.at("<?")) cursor.instruction();
    else if (cursor.at("%")) parameterReference(cursor, type, open);
    else if (cursor.at("<!ENTITY")) entity(cursor, type);
    else if (cursor.at("<!ATTLIST")) attributeList(cursor, type);
    else if (cursor.at("<!ELEMENT") || cursor.at("<!NOTATION")) otherDeclaration(cursor);
    else throw new XmlFault("a declaration is expected inside the document type", cursor.pos);
  }
}

function parameterReference(cursor: Cursor, type: Declarations, open: ReadonlySet<string>): void {
  const at = cursor.pos++;
  const name = cursor.name("an entity", true);
  cursor.expect(";", "after the name of an entity");
  const text = type.parameter.get(name);
  if (open.has(name)) throw new XmlFault(`the entity '%${name};' contains itself`, at);
  if (typeof text === "string") {
    type.budget.expansions--;
    type.budget.characters -= text.length;
    if (type.budget.expansions < 0 || type.budget.characters < 0)
      throw new XmlFault("entities expand beyond what Java allows", at);
    try {
      subset(new Cursor(text, 0, (piece) => piece, type.version), type, null, new Set(open).add(name));
    } catch (fault) {
      throw fault instanceof XmlFault ? new XmlFault(`in '%${name};': ${fault.message}`, at) : fault;
    }
  }
  // One that lies outside the file or is declared nowhere is passed over, as Java's parser does.
}

function entity(cursor: Cursor, type: Declarations): void {
  cursor.pos += 8;
  cursor.needSpace("after <!ENTITY");
  const isParameter = cursor.at("%");
  if (isParameter) {
    cursor.pos++;
    cursor.needSpace("after '%'");
  }
  const name = cursor.name("an entity", true);
  cursor.needSpace("after the name of an entity");
  let text: string | null = null;
  let unparsed = false;
  if (cursor.at("SYSTEM") || cursor.at("PUBLIC")) {
    externalId(cursor, false);
    unparsed = !isParameter && cursor.space() && notation(cursor);
  } else {
    const { start, end } = cursor.literal("the text of an entity");
    text = entityText(normalizeLineEnds(cursor.decode(cursor.text.slice(start, end)), type.version), type, start);
  }
  cursor.space();
  cursor.expect(">", "at the end of an entity's declaration");
  if (isParameter) {
    if (!type.parameter.has(name)) type.parameter.set(name, text);
  } else if (!type.general.has(name)) {
    type.general.set(name, { text, unparsed });
  }
}

function notation(cursor: Cursor): boolean {
  if (!cursor.at("NDATA")) return false;
  cursor.pos += 5;
  cursor.needSpace("after NDATA");
  cursor.name("a notation", true);
  return true;
}

/** Replacement text (XML 1.0, 4.5): character references are expanded, other references stay. */
function entityText(text: string, type: DocumentType, offset: number): string {
  if (text.includes("%")) throw new XmlFault("a '%' may not stand in the text of an entity here", offset);
  return text.replace(/&([^;&]*;?)/g, (whole: string, tail: string) => {
    const body = tail.slice(0, -1);
    if (tail.endsWith(";") && body.startsWith("#")) return characterOf(body, type.version, offset);
    if (!tail.endsWith(";") || !isName(body, type.version))
      throw new XmlFault("a '&' that starts no reference in the text of an entity", offset);
    return whole;
  });
}

const TYPE = /(?:CDATA|IDREFS|IDREF|ID|ENTITY|ENTITIES|NMTOKENS|NMTOKEN|(?:NOTATION[ \t\r\n]+)?\([^()<>"']+\))(?=[ \t\r\n])/y;

function attributeList(cursor: Cursor, type: Declarations): void {
  cursor.pos += 9;
  cursor.needSpace("after <!ATTLIST");
  const element = cursor.name("an element", true);
  const declared = type.attributes.get(element) ?? new Map<string, AttributeDeclaration>();
  for (;;) {
    const spaced = cursor.space();
    if (cursor.at(">")) break;
    if (!spaced) throw new XmlFault("white space is expected before the name of an attribute", cursor.pos);
    const name = cursor.name("an attribute", true);
    cursor.needSpace("after the name of an attribute");
    TYPE.lastIndex = cursor.pos;
    const kind = TYPE.exec(cursor.text)?.[0];
    if (kind === undefined) throw new XmlFault("the type of an attribute is expected", cursor.pos);
    cursor.pos += kind.length;
    cursor.needSpace("after the type of an attribute");
    const tokenized = kind !== "CDATA";
    const fallback = defaultOf(cursor, type);
    if (!declared.has(name))
      declared.set(name, { tokenized, fallback: fallback === null ? null : tokenized ? collapse(fallback) : fallback });
  }
  cursor.pos++;
  type.attributes.set(element, declared);
}

function defaultOf(cursor: Cursor, type: DocumentType): string | null {
  if (cursor.at("#REQUIRED") || cursor.at("#IMPLIED")) {
    cursor.pos += cursor.at("#REQUIRED") ? 9 : 8;
    return null;
  }
  if (cursor.at("#FIXED")) {
    cursor.pos += 6;
    cursor.needSpace("after #FIXED");
  }
  const { start, end } = cursor.literal("the default of an attribute");
  return attributeValue(cursor.decode(cursor.text.slice(start, end)), type, start);
}

/** Normalisation of a tokenized attribute (XML 1.0, 3.3.3). */
export function collapse(value: string): string {
  return value.replace(/ {2,}/g, " ").replace(/^ | $/g, "");
}

function otherDeclaration(cursor: Cursor): void {
  const isElement = cursor.at("<!ELEMENT");
  cursor.pos += isElement ? 9 : 10;
  cursor.needSpace("after the word of a declaration");
  cursor.name(isElement ? "an element" : "a notation", true);
  cursor.needSpace("after a name");
  if (!isElement) {
    if (!cursor.at("SYSTEM") && !cursor.at("PUBLIC")) throw new XmlFault("SYSTEM or PUBLIC is expected", cursor.pos);
    externalId(cursor, true);
  } else {
    const model = /(?:EMPTY|ANY|\([^<>"'&]*\)[*+?]?)(?=[ \t\r\n]*>)/y;
    model.lastIndex = cursor.pos;
    const found = model.exec(cursor.text);
    if (!found) throw new XmlFault("the content model of an element is malformed", cursor.pos);
    cursor.pos += found[0].length;
  }
  cursor.space();
  cursor.expect(">", "at the end of a declaration");
}
