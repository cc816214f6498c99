import { XMLParser } from "fast-xml-parser";
import { parseXml } from "../../kernel/index.ts";

export interface Attribute {
  readonly name: string;
  readonly local: string;
  readonly value: string;
}

export interface Element {
  /** Without its prefix. */
  readonly local: string;
  readonly namespace: string | null;
  readonly attributes: readonly Attribute[];
  readonly children: readonly Element[];
  /** Character data directly inside. */
  readonly text: string;
}

/** A document, or why there is none; `says` begins with a small letter. */
export type ReadXml = { readonly root: Element } | { readonly fault: string };

/** More than any answer has; what is deeper or larger is not looked at. */
const DEEPEST = 100;
const LARGEST = 16 * 1024 * 1024;

/** More than a description of every type has. */
const MOST_TAGS = 400_000;

const SECTIONS = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
] as const;

/** The document without comments and CDATA sections, in time linear in its length; one that does not end ends the document. */
function withoutSections(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = text.indexOf("<!"); at >= 0; at = text.indexOf("<!", at)) {
    const [begin, end] = SECTIONS.find(([mark]) => text.startsWith(mark, at)) ?? ["", ""];
    if (begin === "") break;
    const last = text.indexOf(end, at + begin.length);
    kept.push(text.slice(from, at));
    if (last < 0) return kept.join("");
    at = from = last + end.length;
  }
  return kept.join("") + text.slice(from);
}

const PARSER = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  cdataPropName: "#cdata",
  processEntities: false,
  htmlEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: DEEPEST,
});

class Unreadable extends Error {}

/** Reads a document without a document type and without entities of its own: nothing in it is expanded, and nothing is fetched. */
export function readXml(text: string): ReadXml {
  if (text.length > LARGEST) return { fault: `it has more than the ${LARGEST} characters that are read` };
  const lines = text.replace(/\r\n?/g, "\n");
  const outside = withoutSections(lines);
  if (outside.includes("<!"))
    return { fault: "it has a document type (<!DOCTYPE), which no answer of a tier has; nothing of it was read" };
  if (outside.split("<").length > MOST_TAGS) return { fault: `it has more than ${MOST_TAGS} tags` };
  if (depthOf(outside) > DEEPEST) return { fault: `its elements are nested deeper than ${DEEPEST}` };
  const fault = notWellFormed(lines);
  if (fault !== null) return { fault };
  try {
    const nodes = (PARSER.parse(lines) as readonly Node[]).filter((node) => nameOf(node) !== null);
    const [root] = nodes;
    if (!root || nodes.length > 1) return { fault: "it is not one XML element" };
    return { root: elementOf(root, new Map()) };
  } catch (error) {
    return { fault: error instanceof Unreadable ? error.message : "it is not well-formed XML" };
  }
}

/** The parser reads much that is no XML; what may be read at all is decided by the grammar. null: it is well-formed. */
function notWellFormed(text: string): string | null {
  // the text is in characters here, whatever its bytes were written in
  const bytes = Buffer.from(text.replace(/^(<\?xml[^>]*?encoding\s*=\s*["'])[\w.:-]+/, "$1UTF-8"));
  const { problem } = parseXml(bytes, bytes.toString("latin1"));
  if (!problem) return null;
  const line = bytes.subarray(0, problem.offset).toString("latin1").split("\n").length;
  return `it is not well-formed XML (line ${line}: ${problem.message})`;
}

/** How deep tags stand in each other; a bound from above is enough. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const [tag] of text.matchAll(/<\/|<[^\s/!?][^<]*?\/>|<[^\s/!?]/g)) {
    if (tag === "</") depth--;
    else if (!tag.endsWith("/>")) deepest = Math.max(deepest, ++depth);
  }
  return deepest;
}

/** What the parser gives for one piece: its name is the one key beside ":@". */
type Node = Readonly<Record<string, unknown>>;

const nameOf = (node: Node): string | null => Object.keys(node).find((key) => key !== ":@" && !key.startsWith("#")) ?? null;

function elementOf(node: Node, outer: ReadonlyMap<string, string>): Element {
  const name = nameOf(node) as string;
  const given = Object.entries((node[":@"] ?? {}) as Readonly<Record<string, unknown>>);
  const spaces = new Map(outer);
  const attributes: Attribute[] = [];
  for (const [key, raw] of given) {
    const value = decoded(String(raw).replace(/[\t\n]/g, " "));
    if (key === "xmlns") spaces.set("", value);
    else if (key.startsWith("xmlns:")) spaces.set(key.slice(6), value);
    else attributes.push({ name: key, local: localOf(key), value });
  }
  const inside = (node[name] ?? []) as readonly Node[];
  const prefix = name.includes(":") ? name.slice(0, name.indexOf(":")) : "";
  return {
    local: localOf(name),
    namespace: spaces.get(prefix) || null,
    attributes,
    children: inside.filter((one) => nameOf(one) !== null).map((one) => elementOf(one, spaces)),
    text: inside.map(textOf).join(""),
  };
}

const localOf = (name: string): string => name.slice(name.indexOf(":") + 1);

function textOf(node: Node): string {
  if (typeof node["#text"] === "string") return decoded(node["#text"]);
  const cdata = node["#cdata"];
  // a section is given as a list of its one text
  return Array.isArray(cdata) ? cdata.map((one: Node) => String(one["#text"] ?? "")).join("") : "";
}

const PREDEFINED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", apos: "'", quot: '"' };

/** The five entities that XML itself has, and characters by number; no other. */
function decoded(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(\w{1,20}))?(;?)/g,
    (_, hex: string, decimal: string, name: string, end: string) => {
      const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : null;
      const character =
        code === null ? (name && Object.hasOwn(PREDEFINED, name) ? PREDEFINED[name] : undefined) : characterOf(code);
      if (character === undefined || end === "") throw new Unreadable("it refers to an entity that XML itself does not have");
      return character;
    },
  );
}

/** The characters of XML 1.0 (2.2). */
const characterOf = (code: number): string | undefined =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 32 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x1_0000 && code <= 0x10_ffff)
    ? String.fromCodePoint(code)
    : undefined;

/** The element and all below it, in the order of the document. */
export function* everyElement(element: Element): Generator<Element> {
  yield element;
  for (const child of element.children) yield* everyElement(child);
}

/** An attribute by its name without prefix. */
export const attributeOf = (element: Element, local: string): string | null =>
  element.attributes.find((one) => one.local === local)?.value ?? null;

/** The text of a child element. */
export const childText = (element: Element, local: string): string | null =>
  element.children.find((one) => one.local === local)?.text ?? null;
