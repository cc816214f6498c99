import type { Addition } from "../diagnostic/addition.ts";
import { yamlScalar } from "../diagnostic/yaml-scalar.ts";
import type { Mapping } from "./tree.ts";

/**
 * Returns the YAML that adds a value to a document without a second key of an existing block.
 * @param root The map that the keys start from; null if the document does not have it.
 * @param line The last key with its value, as YAML of one line.
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
