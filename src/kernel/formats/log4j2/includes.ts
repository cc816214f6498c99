import type { XmlElement } from "../xml/types.ts";
import { isInclude } from "./nodes.ts";

/** A file that log4j reads in place of an xi:include element. */
export interface Include {
  readonly href: string | null;
  readonly line: number;
}

/** Returns every xi:include at or below an element, in document order. */
export function includesOf(root: XmlElement, lineOf: (offset: number) => number): Include[] {
  const includes: Include[] = [];
  const stack = [root];
  for (let element = stack.pop(); element; element = stack.pop()) {
    if (isInclude(element)) {
      const href = element.attributes.find((attribute) => attribute.name === "href")?.value ?? null;
      includes.push({ href, line: lineOf(element.start) });
      continue;
    }
    for (let i = element.children.length - 1; i >= 0; i--) stack.push(element.children[i] as XmlElement);
  }
  return includes;
}
