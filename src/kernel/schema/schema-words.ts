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

/** Returns every key and choice of all formats: words that cannot be a secret. */
export function schemaWords(): ReadonlySet<string> {
  return new Set(Object.values(allSchemas()).flatMap((schema) => [...wordsIn(schema)]));
}
