import type { XmlElement } from "../xml/types.ts";
import { attributeNamed, type NodeAttribute } from "./attributes.ts";
import { type PluginKind, pluginKind } from "./plugins.ts";

/** A component of the configuration, as log4j's XML reader builds it before it creates anything. */
export interface ConfigNode {
  /** The component's name as spelt: the element's, or in the strict form its `type`. */
  readonly name: string;
  readonly kind: PluginKind | null;
  readonly element: XmlElement;
  readonly attributes: Map<string, NodeAttribute>;
  /** Known components only. */
  readonly children: ConfigNode[];
  /** The element's own text, trimmed as Java trims. */
  value: string | null;
}

const XINCLUDE = "http://www.w3.org/2001/XInclude";

/** An xi:include: log4j reads the named file in its place, which nobody can tell from this file alone. */
export function isInclude(element: XmlElement): boolean {
  return element.namespace === XINCLUDE;
}

/** String.trim() of Java: everything up to U+0020 at both ends. */
export function javaTrim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end);
}

function nodeOf(element: XmlElement, strict: boolean): ConfigNode {
  // In the order that a DOM keeps them in, which decides between names that differ in case only.
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
 * The tree of components that log4j builds from an XML tree: unknown elements with components inside are dropped whole,
 * unknown leaves become attributes of their parent (the last one of a name counts).
 */
export function configTree(root: XmlElement): ConfigNode {
  const strict = textOf(nodeOf(root, false), "strict")?.toLowerCase() === "true";
  const top = nodeOf(root, strict);
  const nodes = [top];
  const below = new Map<ConfigNode, ConfigNode[]>();
  // Parents stand before their children here, so going backwards sees every child finished; no recursion, whatever the depth.
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

/** The component and all below it in document order; below one that `closed` names nothing is looked at. */
export function* descendants(top: ConfigNode, closed: (node: ConfigNode) => boolean = () => false): Generator<ConfigNode> {
  const stack = [top];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    if (closed(node)) continue;
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as ConfigNode);
  }
}

/** The text of an attribute, found without regard to case, or null. */
export function textOf(node: ConfigNode, name: string): string | null {
  return attributeNamed(node.attributes, name)?.value ?? null;
}
