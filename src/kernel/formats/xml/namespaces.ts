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

/** The namespace prefixes that are bound at the current element of an XML document. `enter` and `leave` read only its own attributes. */
export class Namespaces {
  /** For each prefix ("": the default namespace) the namespaces to which open elements bind it, innermost last; "" is no namespace. */
  readonly #bound = new Map<string, string[]>([["xml", [XML]]]);

  constructor(private readonly version: XmlVersion) {}

  /**
   * Binds the namespace prefixes that the attributes of an element declare. Throws XmlFault for a forbidden declaration.
   * @returns the bound prefixes, which the caller passes to `leave` at the end of the element
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
   * Returns the namespace of an element, or null if it has none. Throws XmlFault for a prefix that is not bound, and for two attributes
   * with equal local name and namespace.
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
