import { type Entry, type Mapping, type Tree, at } from "../../kernel/index.ts";
import type { Layer } from "../model/environment.ts";

/** Keys that say what a document is: no other layer can give them. */
const OWN_KEYS: ReadonlySet<string> = new Set(["apiVersion", "kind", "name", "description", "extends", "derivedFrom"]);

/**
 * Two layers as one: maps merge by key, scalars and lists replace (docs/formats.md). Every leaf keeps the place it was written at;
 * a merged map stands where the higher layer wrote it.
 */
export function mergeMappings(lower: Mapping, upper: Mapping): Mapping {
  const entries = new Map<string, Entry>(lower.entries);
  for (const [key, entry] of upper.entries) {
    const below = entries.get(key);
    if (below?.value.type === "map" && entry.value.type === "map") {
      entries.set(key, { ...entry, value: mergeMappings(below.value, entry.value) });
    } else entries.set(key, entry);
  }
  return { ...upper, entries };
}

/** A document without the keys that only its own file may say. */
export function inheritable(tree: Mapping): Mapping {
  return { ...tree, entries: new Map([...tree.entries].filter(([key]) => !OWN_KEYS.has(key))) };
}

/** All layers as one mapping, lowest precedence first. */
export function mergeLayers(layers: readonly Layer[]): Mapping {
  const [first, ...others] = layers;
  if (!first) throw new Error("an environment has at least its own layer");
  return others.reduce((merged, layer) => mergeMappings(merged, layer.tree), first.tree);
}

/** What each layer says at a pointer, highest precedence first: the answer of `why`. */
export function layersAt(layers: readonly Layer[], pointer: string): readonly { readonly layer: Layer; readonly value: Tree }[] {
  const found: { layer: Layer; value: Tree }[] = [];
  for (const layer of [...layers].reverse()) {
    const value = at(layer.tree, pointer);
    if (value) found.push({ layer, value });
  }
  return found;
}
