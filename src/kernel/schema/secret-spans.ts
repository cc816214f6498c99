import { append } from "../diagnostic/lists.ts";
import type { Span, Tree } from "../source/tree.ts";
import type { DocumentKind } from "./kinds.ts";
import { isSecret, schemaAt } from "./nodes.ts";

/**
 * Returns the ranges of a document in which the author can have written a secret itself instead of a reference to it (`env`, `file`,
 * `command`). Code that shows lines of the document (an excerpt below a finding) omits these ranges.
 */
export function secretSpans(kind: DocumentKind, tree: Tree): readonly Span[] {
  const spans: Span[] = [];
  const walk = (node: Tree): void => {
    const schema = schemaAt(kind, node.pointer)?.node;
    if (schema === undefined) return;
    if (isSecret(schema)) append(spans, plainParts(node, Object.keys(schema.properties ?? {})));
    else if (node.type === "map") for (const entry of node.entries.values()) walk(entry.value);
    else if (node.type === "list") for (const item of node.items) walk(item);
  };
  walk(tree);
  return spans;
}

/** Returns the ranges of the values of a map's unknown keys; for any other value its whole range, for an alias also its anchor's. */
function plainParts(node: Tree, known: readonly string[]): Span[] {
  if (node.type !== "map") return [node.span, ...(node.anchored ? [node.anchored] : [])];
  return [...node.entries.values()].filter(({ key }) => !known.includes(key)).map(({ value }) => value.span);
}
