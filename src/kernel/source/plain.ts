import type { Tree } from "./tree.ts";

export type Plain = string | number | boolean | null | Plain[] | { [key: string]: Plain };

/**
 * Returns a YAML tree as plain data for a schema validator: numbers, booleans and null by their YAML 1.2 core value, every other scalar
 * (NaN and Infinity, too) as text. Mappings become objects without a prototype, so that `__proto__` is an ordinary key.
 */
export function projectToPlain(tree: Tree): Plain {
  switch (tree.type) {
    case "scalar": {
      const { value } = tree;
      if (typeof value === "boolean" || value === null) return value;
      return typeof value === "number" && Number.isFinite(value) ? value : tree.text;
    }
    case "list":
      return tree.items.map(projectToPlain);
    case "map": {
      const object = Object.create(null) as { [key: string]: Plain };
      for (const entry of tree.entries.values()) object[entry.key] = projectToPlain(entry.value);
      return object;
    }
  }
}
