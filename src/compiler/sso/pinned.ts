/** Where a realm answers its discovery document, below its own address (OpenID Connect Discovery 1.0, 4). */
export const WELL_KNOWN = "/.well-known/openid-configuration";

type Json = Readonly<Record<string, unknown>>;

const before = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Lists of what a server supports are sets: their order changes from one start of a server to the next. */
const isSet = (key: string, list: readonly unknown[]): boolean =>
  key.endsWith("_supported") && list.every((item) => typeof item === "string");

function canonical(value: unknown, key: string): unknown {
  if (Array.isArray(value))
    return isSet(key, value) ? [...(value as readonly string[])].sort(before) : value.map((item) => canonical(item, ""));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, canonical(inner, name)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => before(a, b)));
}

/** A discovery document in one form: keys in order, sets in order, indented. The same answer gives the same bytes. */
export const canonicalDiscovery = (document: Json): string => `${JSON.stringify(canonical(document, ""), null, 2)}\n`;

export interface FieldChange {
  readonly field: string;
  /** As JSON; null: it is not there. */
  readonly before: string | null;
  readonly after: string | null;
}

/** What differs between two documents, field by field; the order in a set is no difference. */
export function discoveryChanges(from: Json | null, to: Json): readonly FieldChange[] {
  const text = (document: Json | null, field: string) =>
    document && Object.hasOwn(document, field) ? JSON.stringify(canonical(document[field], field)) : null;
  const fields = [...new Set([...Object.keys(from ?? {}), ...Object.keys(to)])].sort(before);
  return fields
    .map((field) => ({ field, before: text(from, field), after: text(to, field) }))
    .filter((change) => change.before !== change.after);
}
