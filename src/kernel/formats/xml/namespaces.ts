import type { XmlVersion } from "./names.ts";
import { type XmlAttribute, XmlFault } from "./types.ts";

const XML = "http://www.w3.org/XML/1998/namespace";
const XMLNS = "http://www.w3.org/2000/xmlns/";

function declarationError(prefix: string, uri: string, version: XmlVersion): string | null {
  if (prefix === "xmlns") return "the prefix 'xmlns' may not be declared";
  if (uri === XMLNS) return `the namespace ${XMLNS} may not be bound to a prefix`;
  if ((prefix === "xml") !== (uri === XML)) return `the prefix 'xml' and the namespace ${XML} belong together only`;
  if (prefix !== "" && uri === "" && version === "1.0") return `the prefix '${prefix}' is bound to an empty namespace`;
  return null;
}

/** The prefixes that are bound at one place of a document. `enter` and `leave` each cost only the element's own declarations. */
export class Namespaces {
  /** Namespaces of each prefix (empty: the default namespace), innermost last; "" is none. */
  readonly #bound = new Map<string, string[]>([["xml", [XML]]]);

  constructor(private readonly version: XmlVersion) {}

  /**
   * Binds the prefixes that the attributes declare. Throws XmlFault for a forbidden declaration.
   * @returns the prefixes, for `leave` at the end of the element
   */
  enter(attributes: readonly XmlAttribute[]): readonly string[] {
    const declared: string[] = [];
    for (const { name, value, start } of attributes) {
      if (name !== "xmlns" && !name.startsWith("xmlns:")) continue;
      const prefix = name.slice(6);
      const error = declarationError(prefix, value, this.version);
      if (error !== null) throw new XmlFault(error, start);
      const stack = this.#bound.get(prefix);
      if (stack) stack.push(value);
      else this.#bound.set(prefix, [value]);
      declared.push(prefix);
    }
    return declared;
  }

  leave(declared: readonly string[]): void {
    for (const prefix of declared) this.#bound.get(prefix)?.pop();
  }

  /**
   * Returns the namespace of an element, or null if it has none. Throws XmlFault for an unbound prefix and for two attributes with one expanded
   * name.
   */
  check(name: string, offset: number, attributes: readonly XmlAttribute[]): string | null {
    const seen = new Set<string>();
    for (const attribute of attributes) {
      if (attribute.name.indexOf(":") <= 0 || attribute.name.startsWith("xmlns:")) continue;
      const uri = this.#of(attribute.name, "attribute", attribute.start);
      const expanded = `${attribute.name.slice(attribute.name.indexOf(":") + 1)} ${uri}`;
      if (seen.has(expanded))
        throw new XmlFault(`the attribute '${attribute.name}' appears twice in its namespace`, attribute.start);
      seen.add(expanded);
    }
    if (name.startsWith("xmlns:")) throw new XmlFault("the prefix 'xmlns' may not name an element", offset);
    return this.#of(name, "element", offset);
  }

  #of(name: string, what: string, offset: number): string | null {
    const colon = name.indexOf(":");
    const prefix = colon <= 0 ? "" : name.slice(0, colon);
    const uri = this.#bound.get(prefix)?.at(-1) || null;
    if (uri === null && prefix !== "")
      throw new XmlFault(`the prefix '${prefix}' of ${what} '${name}' is bound to no namespace`, offset);
    return uri;
  }
}
