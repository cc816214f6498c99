import { yamlScalar } from "../diagnostic/yaml-scalar.ts";
import { pointerOf } from "../source/tree.ts";
import type { DocumentKind } from "./kinds.ts";
import { type SchemaNode, schemaAt } from "./nodes.ts";

/** The most keys of a map that an example shows. */
const MOST_KEYS = 2;

/** Returns a value of a schema's `examples` as YAML on one line. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[ ${value.map(flow).join(", ")} ]`;
  if (value === null || typeof value !== "object") return typeof value === "string" ? yamlScalar(value) : String(value);
  return `{ ${Object.entries(value)
    .map(([key, child]) => `${yamlScalar(key)}: ${flow(child)}`)
    .join(", ")} }`;
}

/** Returns the example of a map of known keys: its first two, with their examples. */
function mapExample(kind: DocumentKind, pointer: string, node: SchemaNode): unknown {
  const keys = [...new Set([...(node.required ?? []), ...Object.keys(node.properties ?? {})])].slice(0, MOST_KEYS);
  const shown = keys.flatMap((key) => {
    const example = exampleOf(kind, pointerOf(pointer, key));
    return example === undefined ? [] : [[key, example]];
  });
  return shown.length === 0 ? undefined : Object.fromEntries(shown);
}

function exampleOf(kind: DocumentKind, pointer: string): unknown {
  const node = schemaAt(kind, pointer)?.node;
  if (node?.properties) return mapExample(kind, pointer, node);
  const [example] = node?.examples ?? [];
  if (example !== undefined || node?.type !== "array") return example;
  const item = exampleOf(kind, pointerOf(pointer, "0"));
  return item === undefined ? undefined : [item];
}

/**
 * Returns an example of the line that has a value of a document, as it should be: `tier: { release: "2606" }`. Returns the value alone for an
 * item of a list and below a free key, and null for the document itself and a value without an example.
 */
export function exampleLine(kind: DocumentKind, pointer: string): string | null {
  const cut = pointer.lastIndexOf("/");
  if (cut < 0) return null;
  const example = exampleOf(kind, pointer);
  if (example === undefined) return null;
  const key = pointer.slice(cut + 1);
  const known = Object.hasOwn(schemaAt(kind, pointer.slice(0, cut))?.node.properties ?? {}, key);
  return known ? `${key}: ${flow(example)}` : flow(example);
}
