import { type Entry, type Mapping, type Scalar, type Span, type Tree, child } from "../../kernel/index.ts";

/**
 * Returns the scalar at a key of a tree. Like all readers of this file, it returns null (or an empty list) for a value that is absent or of
 * another type, because `readDocument` has already reported it.
 */

export function scalarAt(tree: Tree | undefined, key: string): Scalar | null {
  const node = child(tree, key);
  return node?.type === "scalar" ? node : null;
}

export function mapAt(tree: Tree | undefined, key: string): Mapping | null {
  const node = child(tree, key);
  return node?.type === "map" ? node : null;
}

/** Returns the scalars of a list; a single scalar counts as a list of one. */
export function scalarsAt(tree: Tree | undefined, key: string): readonly Scalar[] {
  return scalarsOf(child(tree, key));
}

export function scalarsOf(node: Tree | undefined): readonly Scalar[] {
  if (node?.type === "scalar") return [node];
  if (node?.type !== "list") return [];
  return node.items.filter((item): item is Scalar => item.type === "scalar");
}

export function itemsAt(tree: Tree | undefined, key: string): readonly Tree[] {
  const node = child(tree, key);
  return node?.type === "list" ? node.items : [];
}

export function entriesAt(tree: Tree | undefined, key: string): readonly Entry[] {
  const node = mapAt(tree, key);
  return node ? [...node.entries.values()] : [];
}

/** Returns the scalars of the map at a key by their own keys, each with the place of its key. Values of another type are left out. */
export function scalarMapAt(
  tree: Tree | undefined,
  key: string,
): ReadonlyMap<string, { readonly keySpan: Span; readonly value: Scalar }> {
  const result = new Map<string, { keySpan: Span; value: Scalar }>();
  for (const entry of entriesAt(tree, key)) {
    if (entry.value.type === "scalar") result.set(entry.key, { keySpan: entry.keySpan, value: entry.value });
  }
  return result;
}
