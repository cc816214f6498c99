import { type Entry, type Mapping, type Tree, at } from "../../kernel/index.ts";
import type { Layer } from "../model/environment.ts";

/** The keys of environment.yaml that describe the document itself: it does not inherit them from `defaults` or the extended environment. */
const OWN_KEYS: ReadonlySet<string> = new Set(["apiVersion", "kind", "name", "description", "extends", "derivedFrom"]);

/**
 * Merges two YAML layers: maps merge by key, scalars and lists replace (docs/formats.md). Every leaf keeps the place where it was written;
 * a merged map has the place in the higher layer.
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

/** Returns a document without the keys that describe the document itself, such as its name, so that it can be a lower layer. */
export function inheritable(tree: Mapping): Mapping {
  return { ...tree, entries: new Map([...tree.entries].filter(([key]) => !OWN_KEYS.has(key))) };
}

/** Returns all layers as one mapping. `layers` begins with the lowest precedence. */
export function mergeLayers(layers: readonly Layer[]): Mapping {
  const [first, ...others] = layers;
  if (!first) throw new Error("an environment has at least its own layer");
  return others.reduce((merged, layer) => mergeMappings(merged, layer.tree), first.tree);
}

/**
 * Returns the value that each layer has at a JSON pointer, highest precedence first, without layers that have none; the command `why`
 * prints them.
 */
export function layersAt(layers: readonly Layer[], pointer: string): readonly { readonly layer: Layer; readonly value: Tree }[] {
  const found: { layer: Layer; value: Tree }[] = [];
  for (const layer of [...layers].reverse()) {
    const value = at(layer.tree, pointer);
    if (value) found.push({ layer, value });
  }
  return found;
}
