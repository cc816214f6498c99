import { yamlScalar } from "../diagnostic/yaml-scalar.ts";
import { at, pointerOf, type Entry, type Mapping, type Tree } from "../source/tree.ts";
import type { DocumentKind } from "./kinds.ts";
import { schemaAt } from "./nodes.ts";

/** A map or empty value of a document in which a misplaced key is valid. */
export interface Home {
  readonly pointer: string;
  /** The 1-based line of the map's key, or of the list item. */
  readonly line: number;
  /** The key below its map, as YAML of one line: `workstation: { set: ... }`. */
  readonly example: string;
}

const partsOf = (pointer: string): readonly string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Returns true if a key is valid in the map of a pointer, by its own name or, in a map of free keys, by any. */
function isValidIn(kind: DocumentKind, pointer: string, key: string): "named" | "free" | null {
  const { properties, additionalProperties } = schemaAt(kind, pointer)?.node ?? {};
  if (properties && Object.hasOwn(properties, key)) return "named";
  return properties === undefined && typeof additionalProperties === "object" ? "free" : null;
}

const isEmpty = (tree: Tree): boolean => tree.type === "scalar" && tree.value === null;

/** Returns the maps and empty values of a tree that can take a key and lack it, in the order of the text. */
function openMaps(tree: Tree): readonly Tree[] {
  if (tree.type === "scalar") return isEmpty(tree) ? [tree] : [];
  const below = tree.type === "list" ? tree.items : [...tree.entries.values()].map(({ value }) => value);
  return [...(tree.type === "map" ? [tree] : []), ...below.flatMap(openMaps)];
}

const lacks = (tree: Tree, key: string): boolean => tree.type !== "map" || !tree.entries.has(key);

function exampleOf(pointer: string, key: string): string {
  const parts = partsOf(pointer);
  const from = parts.findLastIndex((part) => !/^\d+$/.test(part));
  const inner = parts.slice(from + 1).reduce((text) => `[ ${text} ]`, `{ ${yamlScalar(key)}: ... }`);
  return `${yamlScalar(parts[from] ?? "")}: ${inner}`;
}

function homeAt(root: Tree, { pointer, span }: Tree, key: string): Home {
  const cut = pointer.lastIndexOf("/");
  const parent = at(root, pointer.slice(0, cut));
  const entry = parent?.type === "map" ? parent.entries.get(partsOf(pointer).at(-1) ?? "") : undefined;
  const { line } = span.source.positionOf((entry?.keySpan ?? span).start);
  return { pointer, line, example: exampleOf(pointer, key) };
}

/**
 * Returns the map of the document to which an unknown key of `map` belongs if only its indentation is wrong: a map inside `map` (the key is a level
 * too high), the nearest before the key first, else a map around it (the key is too deep). Returns null if there is none.
 */
export function homeOf(kind: DocumentKind, root: Tree, map: Mapping, entry: Entry): Home | null {
  const { key, keySpan } = entry;
  const fits = (tree: Tree) => lacks(tree, key) && isValidIn(kind, tree.pointer, key) === "named";
  const inside = openMaps(map).filter((tree) => tree !== map && fits(tree));
  const before = inside.filter(({ span }) => span.start < keySpan.start);
  const found = before.at(-1) ?? freeMapBefore(kind, map, entry) ?? inside[0];
  if (found) return homeAt(root, found, key);
  for (let cut = map.pointer.lastIndexOf("/"); cut > 0; cut = map.pointer.lastIndexOf("/", cut - 1)) {
    const around = at(root, map.pointer.slice(0, cut));
    if (around && fits(around)) return homeAt(root, around, key);
  }
  return null;
}

/**
 * Returns the value of the entry right before an unknown key if it is a map of free keys, such as hosts, to which the key belongs: the value is
 * empty, or the key has a dot as no name of a field does, or its map has the fields of such an entry.
 */
function freeMapBefore(kind: DocumentKind, map: Mapping, { key, keySpan, value }: Entry): Tree | undefined {
  const known = [...map.entries.values()].filter((entry) => isValidIn(kind, map.pointer, entry.key) === "named");
  const last = known.filter((entry) => entry.keySpan.start < keySpan.start).at(-1)?.value;
  if (!last || (last.type !== "map" && !isEmpty(last)) || isValidIn(kind, last.pointer, key) !== "free") return undefined;
  const pointer = pointerOf(last.pointer, key);
  const isMap = value.type === "map" && schemaAt(kind, pointer)?.node.type === "object";
  const hasFields = isMap && [...value.entries.keys()].every((field) => isValidIn(kind, pointer, field) === "named");
  return lacks(last, key) && (isEmpty(last) || key.includes(".") || hasFields) ? last : undefined;
}
