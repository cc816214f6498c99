import type { XmlElement } from "../xml/types.ts";
import { attributeNamed, type NodeAttribute } from "./attributes.ts";
import { type PluginKind, pluginKind } from "./plugins.ts";

/** A component of the configuration, as log4j's XML reader builds it before it creates any object. */
export interface ConfigNode {
  /** The component's name as spelled: that of the element, or in the strict form its `type`. */
  readonly name: string;
  readonly kind: PluginKind | null;
  readonly element: XmlElement;
  readonly attributes: Map<string, NodeAttribute>;
  /** Child components with a name that log4j knows. */
  readonly children: ConfigNode[];
  /** The element's own text, trimmed as by Java. */
  value: string | null;
}

const XINCLUDE = "http://www.w3.org/2001/XInclude";

/** Returns true for an xi:include. log4j reads the named file in its place, so this file alone does not show the result. */
export function isInclude(element: XmlElement): boolean {
  return element.namespace === XINCLUDE;
}

/** Trims a text like String.trim() of Java: all characters up to U+0020 at both ends. */
export function javaTrim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end);
}

function nodeOf(element: XmlElement, strict: boolean): ConfigNode {
  // The order of a DOM, which decides between names that differ in case only.
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
 * Returns the tree of components that log4j builds from an XML tree.
 * It drops unknown elements that contain components, and makes unknown leaf elements attributes of their parent (of equal names the last one
 * counts).
 */
export function configTree(root: XmlElement): ConfigNode {
  const strict = textOf(nodeOf(root, false), "strict")?.toLowerCase() === "true";
  const top = nodeOf(root, strict);
  const nodes = [top];
  const below = new Map<ConfigNode, ConfigNode[]>();
  // Parents come before their children, so the backward loop finds every child finished. A loop, because recursion would overflow at a large
  // depth.
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

/** Yields the component and all components below it in document order; skips those below a component for which `closed` returns true. */
export function* descendants(top: ConfigNode, closed: (node: ConfigNode) => boolean = () => false): Generator<ConfigNode> {
  const stack = [top];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    if (closed(node)) continue;
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as ConfigNode);
  }
}

/** Returns the text of an attribute, found without regard to case, or null. */
export function textOf(node: ConfigNode, name: string): string | null {
  return attributeNamed(node.attributes, name)?.value ?? null;
}
