import type { XmlElement } from "../xml/types.ts";
import { attributeNamed, type NodeAttribute } from "./attributes.ts";
import { type PluginKind, pluginKind } from "./plugins.ts";

/** A component of a log4j2.xml, such as an appender, as log4j's XML reader builds it before it creates any Java object. */
export interface ConfigNode {
  /** The component's name as written: the element's name, or its attribute `type` below `<Configuration strict="true">`. */
  readonly name: string;
  readonly kind: PluginKind | null;
  readonly element: XmlElement;
  readonly attributes: Map<string, NodeAttribute>;
  /** The child components with a name that log4j knows. */
  readonly children: ConfigNode[];
  /** The element's own text, trimmed; null if it is empty and the component has children. */
  value: string | null;
}

const XINCLUDE = "http://www.w3.org/2001/XInclude";

/** Returns true for an xi:include: log4j reads the file that it names in its place, so the log4j2.xml alone does not show the result. */
export function isInclude(element: XmlElement): boolean {
  return element.namespace === XINCLUDE;
}

/** Trims a text as Java's String.trim() does: removes all characters up to U+0020 at both ends. */
export function javaTrim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end);
}

function nodeOf(element: XmlElement, strict: boolean): ConfigNode {
  // sorted by name, as in a Java DOM: the order decides between attributes whose names differ only in case
  const written = [...element.attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
  const type = strict ? written.find((attribute) => attribute.name.toLowerCase() === "type") : undefined;
  const attributes = new Map<string, NodeAttribute>();
  for (const source of written) {
    if (source !== type && source.name !== "xml:base") attributes.set(source.name, { value: source.value, source });
  }
  const name = type?.value ?? element.name;
  return { name, kind: pluginKind(name), element, attributes, children: [], value: null };
}

/**
 * Returns the tree of components that log4j builds from the elements of a log4j2.xml.
 * Drops an element with an unknown name that contains components. An element with an unknown name and no components becomes an attribute of
 * its parent; the last of several with equal names counts.
 */
export function configTree(root: XmlElement): ConfigNode {
  const strict = textOf(nodeOf(root, false), "strict")?.toLowerCase() === "true";
  const top = nodeOf(root, strict);
  const nodes = [top];
  const below = new Map<ConfigNode, ConfigNode[]>();
  // `nodes` has parents before their children, so that the backward loop finds every child finished. Recursion would overflow the stack at
  // a large depth.
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as ConfigNode;
    const inside = node.element.children.filter((element) => !isInclude(element)).map((element) => nodeOf(element, strict));
    below.set(node, inside);
    for (const inner of inside) nodes.push(inner);
  }
  for (let i = nodes.length - 1; i >= 0; i--) finish(nodes[i] as ConfigNode, below.get(nodes[i] as ConfigNode) ?? []);
  return top;
}

function finish(node: ConfigNode, inside: readonly ConfigNode[]): void {
  for (const inner of inside) {
    if (inner.kind !== null) node.children.push(inner);
    else if (inner.children.length === 0) node.attributes.set(inner.name, { value: inner.value ?? "", source: null });
  }
  const text = javaTrim(node.element.text);
  if (text !== "" || node.children.length === 0) node.value = text;
}

/** Yields a component and all components below it in document order, except those below a component for which `closed` returns true. */
export function* descendants(top: ConfigNode, closed: (node: ConfigNode) => boolean = () => false): Generator<ConfigNode> {
  const stack = [top];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    if (closed(node)) continue;
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as ConfigNode);
  }
}

/** Returns the value of a component's attribute, whose name is compared without case; null if it has none. */
export function textOf(node: ConfigNode, name: string): string | null {
  return attributeNamed(node.attributes, name)?.value ?? null;
}
