import { append } from "../diagnostic/lists.ts";
import type { Span, Tree } from "../source/tree.ts";
import type { DocumentKind } from "./kinds.ts";
import { isSecret, schemaAt } from "./nodes.ts";

/**
 * Ranges of a document that may hold a secret in plain text although a reference belongs there. Whoever shows lines of the
 * document (an excerpt below a finding) leaves these ranges out.
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

/** Of a reference the values of unknown keys; anything that is not a reference as a whole. */
function plainParts(node: Tree, known: readonly string[]): Span[] {
  if (node.type !== "map") return [node.span, ...(node.anchored ? [node.anchored] : [])];
  return [...node.entries.values()].filter(({ key }) => !known.includes(key)).map(({ value }) => value.span);
}
