import { isName, isXmlCharacter, type XmlVersion } from "./names.ts";
import { XmlFault } from "./types.ts";

/** An entity of the document type: its replacement text, or null where that lies outside the file. */
export interface Entity {
  readonly text: string | null;
  readonly unparsed: boolean;
}

export interface EntityTable {
  readonly version: XmlVersion;
  readonly general: ReadonlyMap<string, Entity>;
  /** True when declarations outside the file may exist: an undeclared entity is then no error. */
  readonly open: boolean;
  /** What expansion may still cost; Java stops at 64,000 expansions and 50,000,000 characters. */
  readonly budget: { expansions: number; characters: number };
}

const PREDEFINED = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** The character of "#10" or "#x0A"; throws for what is none. */
export function characterOf(body: string, version: XmlVersion, offset: number): string {
  const match = /^#(?:x([0-9a-fA-F]+)|([0-9]+))$/.exec(body);
  const code = match ? (match[1] !== undefined ? Number.parseInt(match[1], 16) : Number(match[2])) : Number.NaN;
  if (!isXmlCharacter(code, version)) throw new XmlFault(`'&${body};' is not a character that XML allows`, offset);
  return String.fromCodePoint(code);
}

/** Where a reference that starts at `from` ends, with its body; throws when it is not a reference at all. */
export function referenceAt(text: string, from: number, offset: number, version: XmlVersion): { body: string; end: number } {
  const semicolon = text.indexOf(";", from);
  const body = semicolon < 0 ? "" : text.slice(from + 1, Math.min(semicolon, from + 1024));
  if (body.startsWith("#") ? !/^#x?[0-9a-fA-F]+$/.test(body) : !isName(body, version)) {
    throw new XmlFault("a '&' that starts no reference; write '&amp;'", offset);
  }
  return { body, end: semicolon + 1 };
}

/** Charges one expansion; throws where Java gives up, so that no document can blow up. */
function charge(table: EntityTable, length: number, offset: number): void {
  table.budget.expansions--;
  table.budget.characters -= length;
  if (table.budget.expansions < 0 || table.budget.characters < 0) {
    throw new XmlFault("entities expand beyond what Java's parser allows (64,000 expansions or 50,000,000 characters)", offset);
  }
}

/** A declared, parsed entity; null where it may be declared outside the file. Throws for an undeclared one. */
export function entityOf(name: string, table: EntityTable, offset: number): Entity | null {
  const entity = table.general.get(name);
  if (!entity && !table.open) throw new XmlFault(`the entity '&${name};' is not declared`, offset);
  if (entity?.unparsed) throw new XmlFault(`the entity '&${name};' stands for a file that is not text`, offset);
  return entity ?? null;
}

const LINE_END = { "1.0": /\r\n?/g, "1.1": /\r[\n\x85]|\r|\x85|\u2028/g } as const;

/** Line ends as a parser reports them: always LF. */
export function normalizeLineEnds(text: string, version: XmlVersion): string {
  return text.replace(LINE_END[version], "\n");
}

/**
 * Character data with its references expanded as far as characters go: what stands in entities is not text of the element.
 * In a CDATA section (`literal`) there are no references.
 */
export function characterData(text: string, version: XmlVersion, literal: boolean): string {
  const plain = normalizeLineEnds(text, version);
  if (literal || !plain.includes("&")) return plain;
  return plain.replace(/&([^;&]*);/g, (_, body: string) =>
    body.startsWith("#") ? characterOf(body, version, 0) : (PREDEFINED.get(body) ?? ""),
  );
}

/**
 * The value of an attribute (XML 1.0, 3.3.3): references expanded, each literal white space character a space.
 * `text` are its characters; errors are reported at `offset`.
 */
export function attributeValue(text: string, table: EntityTable, offset: number, open: ReadonlySet<string> = new Set()): string {
  if (text.includes("<")) throw new XmlFault("'<' in an attribute value; write '&lt;'", offset);
  const blanked = normalizeLineEnds(text, table.version).replace(/[\t\n\r]/g, " ");
  if (!blanked.includes("&")) return blanked;
  let value = "";
  let from = 0;
  for (let at = blanked.indexOf("&"); at >= 0; at = blanked.indexOf("&", from)) {
    const { body, end } = referenceAt(blanked, at, offset, table.version);
    value += blanked.slice(from, at) + expanded(body, table, offset, open);
    from = end;
  }
  return value + blanked.slice(from);
}

function expanded(body: string, table: EntityTable, offset: number, open: ReadonlySet<string>): string {
  if (body.startsWith("#")) return characterOf(body, table.version, offset);
  const predefined = PREDEFINED.get(body);
  if (predefined !== undefined) return predefined;
  const entity = entityOf(body, table, offset);
  if (!entity) return "";
  if (entity.text === null)
    throw new XmlFault(`the entity '&${body};' lies outside the file and may not stand in an attribute`, offset);
  if (open.has(body)) throw new XmlFault(`the entity '&${body};' contains itself`, offset);
  charge(table, entity.text.length, offset);
  return attributeValue(entity.text, table, offset, new Set(open).add(body));
}

export function isPredefined(name: string): boolean {
  return PREDEFINED.has(name);
}
