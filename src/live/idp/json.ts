/** A value of a JSON document. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const objectsOf = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter(isObject) : [];

export const textOf = (value: Json | undefined): string | null => (typeof value === "string" ? value : null);

/** Returns one text for equivalent JSON values: keys are sorted, and so are lists, because the identity provider treats lists as sets. */
export function canonical(value: Json | undefined): string {
  if (Array.isArray(value))
    return `[${(value as readonly Json[])
      .map((one) => canonical(one))
      .sort()
      .join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value ?? null);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}
