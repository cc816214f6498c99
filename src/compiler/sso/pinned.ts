/** Path of a realm's discovery document below the realm's address (OpenID Connect Discovery 1.0, 4). */
export const WELL_KNOWN = "/.well-known/openid-configuration";

type Json = Readonly<Record<string, unknown>>;

const before = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns true for a list whose order has no meaning, such as `scopes_supported`: an identity provider can reorder it at every start. */
const isSet = (key: string, list: readonly unknown[]): boolean =>
  key.endsWith("_supported") && list.every((item) => typeof item === "string");

function canonical(value: unknown, key: string): unknown {
  if (Array.isArray(value))
    return isSet(key, value) ? [...(value as readonly string[])].sort(before) : value.map((item) => canonical(item, ""));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, canonical(inner, name)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => before(a, b)));
}

/** Returns a discovery document as JSON with sorted keys and sorted `_supported` lists, so that equal documents give equal bytes. */
export const canonicalDiscovery = (document: Json): string => `${JSON.stringify(canonical(document, ""), null, 2)}\n`;

export interface FieldChange {
  readonly field: string;
  /** The old value of the field as JSON; null if the old document lacks the field. */
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * Returns the fields that differ between two discovery documents; `from` is null if there is no old one. The order within a `_supported`
 * list does not count.
 */
export function discoveryChanges(from: Json | null, to: Json): readonly FieldChange[] {
  const text = (document: Json | null, field: string) =>
    document && Object.hasOwn(document, field) ? JSON.stringify(canonical(document[field], field)) : null;
  const fields = [...new Set([...Object.keys(from ?? {}), ...Object.keys(to)])].sort(before);
  return fields
    .map((field) => ({ field, before: text(from, field), after: text(to, field) }))
    .filter((change) => change.before !== change.after);
}
