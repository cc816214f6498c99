import type { XmlElement } from "../xml/types.ts";
import { pluginKind } from "./plugins.ts";

/** Returns the first element with this value of its attribute `name` that log4j drops because it is no component; null if there is none. */
export function unknownElementNamed(root: XmlElement, name: string): XmlElement | null {
  const stack = [root];
  for (let element = stack.pop(); element; element = stack.pop()) {
    const named = element.attributes.some((attribute) => attribute.name.toLowerCase() === "name" && attribute.value === name);
    if (named && pluginKind(element.name) === null) return element;
    for (let i = element.children.length - 1; i >= 0; i--) stack.push(element.children[i] as XmlElement);
  }
  return null;
}
