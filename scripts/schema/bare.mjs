const WORDS = new Set(["$schema", "title", "description", "examples", "default"]);

/** A schema without what only people read: half of it, and all of it would be loaded at every start. */
export function bareSchema(schema) {
  if (Array.isArray(schema)) return schema.map(bareSchema);
  if (schema === null || typeof schema !== "object") return schema;
  const named = (entries) => Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, bareSchema(value)]));
  const parts = Object.entries(schema).filter(([keyword]) => !WORDS.has(keyword));
  return Object.fromEntries(
    parts.map(([keyword, value]) => [keyword, /^(properties|definitions)$/.test(keyword) ? named(value) : bareSchema(value)]),
  );
}
