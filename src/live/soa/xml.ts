import { type XmlElement, type XmlProblem, parseXml } from "../../kernel/index.ts";

export interface Attribute {
  readonly name: string;
  readonly local: string;
  readonly value: string;
}

export interface Element {
  /** The name of the element without its prefix. */
  readonly local: string;
  readonly namespace: string | null;
  readonly attributes: readonly Attribute[];
  readonly children: readonly Element[];
  /** The text directly inside the element, without that of its child elements. */
  readonly text: string;
}

/** A parsed XML document, or in `fault`, which begins with a small letter, why it cannot be read. */
export type ReadXml = { readonly root: Element } | { readonly fault: string };

/**
 * The deepest nesting of elements in an answer of the tier that is read, and, in `LARGEST`, the most characters; no real answer has more,
 * and one beyond either limit is not read.
 */
const DEEPEST = 100;
const LARGEST = 16 * 1024 * 1024;

/** The most tags of an XML answer that are read; a description of every type of the PLM system has fewer. */
const MOST_TAGS = 400_000;

/** Parses XML without expanding or fetching any entity. Returns the fault of unreadable XML, and of XML with a document type. */
export function readXml(text: string): ReadXml {
  if (text.length > LARGEST) return { fault: `it has more than the ${LARGEST} characters that are read` };
  // the text is already decoded, so the encoding in its XML declaration is replaced by that of `bytes`
  const bytes = Buffer.from(text.replace(/^(<\?xml[^>]*?encoding\s*=\s*["'])[\w.:-]+/, "$1UTF-8"));
  const limits = { depth: DEEPEST, tags: MOST_TAGS, plainType: false };
  const { root, problem } = parseXml(bytes, bytes.toString("latin1"), limits);
  return root ? { root: elementOf(root) } : { fault: faultOf(problem as XmlProblem, bytes) };
}

function faultOf({ kind, message, offset }: XmlProblem, bytes: Buffer): string {
  if (kind === "limit") return message;
  if (kind === "document-type")
    return "it has a document type (<!DOCTYPE), which no answer of a tier has; nothing of it was read";
  const line = bytes
    .subarray(0, offset)
    .toString("latin1")
    .split(/\r\n?|\n/).length;
  return `it is not well-formed XML (line ${line}: ${message})`;
}

const localOf = (name: string): string => name.slice(name.indexOf(":") + 1);

const elementOf = ({ name, namespace, attributes, children, text }: XmlElement): Element => ({
  local: localOf(name),
  namespace,
  attributes: attributes
    .filter((one) => one.name !== "xmlns" && !one.name.startsWith("xmlns:"))
    .map((one) => ({ name: one.name, local: localOf(one.name), value: one.value })),
  children: children.map(elementOf),
  text,
});

/** Yields the element and all elements below it, in document order. */
export function* everyElement(element: Element): Generator<Element> {
  yield element;
  for (const child of element.children) yield* everyElement(child);
}

/** Returns the value of an attribute by its name without prefix; null if the element has none. */
export const attributeOf = (element: Element, local: string): string | null =>
  element.attributes.find((one) => one.local === local)?.value ?? null;

/** Returns the text of the first child element of a name; null if there is none. */
export const childText = (element: Element, local: string): string | null =>
  element.children.find((one) => one.local === local)?.text ?? null;
