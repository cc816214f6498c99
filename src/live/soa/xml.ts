import { type XmlElement, type XmlProblem, parseXml } from "../../kernel/index.ts";

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

/** Reads a document without a document type and without entities of its own: nothing in it is expanded, and nothing is fetched. */
export function readXml(text: string): ReadXml {
  if (text.length > LARGEST) return { fault: `it has more than the ${LARGEST} characters that are read` };
  // the text is in characters here, whatever its bytes were written in
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
