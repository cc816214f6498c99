import { allSchemas, type SchemaNode } from "./nodes.ts";

function* wordsIn(node: SchemaNode): Iterable<string> {
  for (const [key, value] of Object.entries(node.properties ?? {})) {
    yield key;
    yield* wordsIn(value);
  }
  yield* node.enum ?? [];
  if (typeof node.const === "string") yield node.const;
  if (node.items) yield* wordsIn(node.items);
  if (typeof node.additionalProperties === "object") yield* wordsIn(node.additionalProperties);
  for (const value of Object.values(node.definitions ?? {})) yield* wordsIn(value);
}

/** Returns every key, enum value and constant in the JSON schemas of all document kinds: none of these words can be a secret. */
export function schemaWords(): ReadonlySet<string> {
  return new Set(Object.values(allSchemas()).flatMap((schema) => [...wordsIn(schema)]));
}
