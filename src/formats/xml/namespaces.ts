import { type XmlAttribute, XmlFault } from "./types.ts";

const XML = "http://www.w3.org/XML/1998/namespace";
const XMLNS = "http://www.w3.org/2000/xmlns/";

/** Prefix -> namespace; the empty prefix is the default namespace. */
export type Scope = ReadonlyMap<string, string>;

export const OUTERMOST: Scope = new Map([["xml", XML]]);

function declarationError(prefix: string, uri: string, version: "1.0" | "1.1"): string | null {
  if (prefix === "xmlns") return "the prefix 'xmlns' may not be declared";
  if (uri === XMLNS) return `the namespace ${XMLNS} may not be bound to a prefix`;
  if ((prefix === "xml") !== (uri === XML)) return `the prefix 'xml' and the namespace ${XML} belong together only`;
  if (prefix !== "" && uri === "" && version === "1.0") return `the prefix '${prefix}' is bound to an empty namespace`;
  return null;
}

/** The scope inside an element with these attributes: the outer one itself when they declare nothing. */
export function scopeOf(outer: Scope, attributes: readonly XmlAttribute[], version: "1.0" | "1.1"): Scope {
  let scope: Map<string, string> | null = null;
  for (const { name, value, start } of attributes) {
    if (name !== "xmlns" && !name.startsWith("xmlns:")) continue;
    const prefix = name.slice(6);
    const error = declarationError(prefix, value, version);
    if (error !== null) throw new XmlFault(error, start);
    scope ??= new Map(outer);
    if (value === "") scope.delete(prefix);
    else scope.set(prefix, value);
  }
  return scope ?? outer;
}

function namespaceOf(name: string, scope: Scope, what: string, offset: number): string | null {
  const colon = name.indexOf(":");
  if (colon <= 0) return scope.get("") ?? null;
  const prefix = name.slice(0, colon);
  const uri = scope.get(prefix);
  if (uri === undefined) throw new XmlFault(`the prefix '${prefix}' of ${what} '${name}' is bound to no namespace`, offset);
  return uri;
}

/** The namespace of an element; throws for an unbound prefix and for two attributes of one expanded name. */
export function checkNamespaces(name: string, offset: number, attributes: readonly XmlAttribute[], scope: Scope): string | null {
  const seen = new Set<string>();
  for (const attribute of attributes) {
    if (attribute.name.indexOf(":") <= 0 || attribute.name.startsWith("xmlns:")) continue;
    const uri = namespaceOf(attribute.name, scope, "attribute", attribute.start);
    const expanded = `${attribute.name.slice(attribute.name.indexOf(":") + 1)} ${uri}`;
    if (seen.has(expanded)) throw new XmlFault(`the attribute '${attribute.name}' stands twice, by its namespace`, attribute.start);
    seen.add(expanded);
  }
  if (name.startsWith("xmlns:")) throw new XmlFault("the prefix 'xmlns' may not name an element", offset);
  return namespaceOf(name, scope, "element", offset);
}
