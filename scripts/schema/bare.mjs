const WORDS = new Set(["$schema", "title", "description", "examples", "default"]);

/** Returns a schema without the texts for people, which are half of it, because schemas are loaded at every start. */
export function bareSchema(schema) {
  if (Array.isArray(schema)) return schema.map(bareSchema);
  if (schema === null || typeof schema !== "object") return schema;
  const named = (entries) => Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, bareSchema(value)]));
  const parts = Object.entries(schema).filter(([keyword]) => !WORDS.has(keyword));
  return Object.fromEntries(
    parts.map(([keyword, value]) => [keyword, /^(properties|definitions)$/.test(keyword) ? named(value) : bareSchema(value)]),
  );
}
