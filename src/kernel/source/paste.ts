import type { Addition } from "../diagnostic/addition.ts";
import { yamlScalar } from "../diagnostic/yaml-scalar.ts";
import type { Mapping } from "./tree.ts";

/**
 * Returns the YAML that an author adds to a document to set a value, with the innermost existing map below which to write it, so that no
 * existing key is written twice.
 * @param root the map in which the first of `keys` belongs; null if the document lacks it
 * @param keys the keys of the maps that contain the value, the outermost first
 * @param line the value's own key with the value, as one line of YAML
 */
export function additionTo(root: Mapping | null, keys: readonly string[], line: string): Addition {
  let map: Mapping | null = root;
  let depth = 0;
  let below: Addition["below"] = null;
  for (const key of keys) {
    const entry = map?.entries.get(key);
    const empty = entry?.value.type === "scalar" && entry.value.value === null;
    if (!entry || (entry.value.type !== "map" && !empty)) break;
    map = entry.value.type === "map" ? entry.value : null;
    depth++;
    const { source, start } = entry.keySpan;
    below = { path: keys.slice(0, depth).join("."), line: source.positionOf(start).line };
  }
  return { yaml: keys.slice(depth).reduceRight((text, key) => `${yamlScalar(key)}: { ${text} }`, line), below };
}
