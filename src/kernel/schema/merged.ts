import { nearest } from "../diagnostic/nearest.ts";
import { missingKey } from "../diagnostics/repo/missing-key.ts";
import { pathText } from "../source/path-text.ts";
import type { RuleProblem } from "../source/problem.ts";
import { at, child, placeOf, pointerOf, type Mapping, type Span, type Tree } from "../source/tree.ts";
import { schemaAt } from "./nodes.ts";

/** JSON pointers of the values that compiling an environment requires, in environment.yaml or in `defaults` of site.yaml. */
export const REQUIRED_OF_ENVIRONMENT: readonly string[] = [
  "/connector",
  "/tool",
  "/tier/release",
  "/tier/signIn",
  "/tier/fileTransfer",
];

/**
 * Returns a problem for each value that compiling requires and an environment lacks.
 * The problem is placed at the key of the incomplete map if environment.yaml contains that map, else at the start of `own`.
 * @param tree the environment's values, merged from all layers
 * @param own the range of the document environment.yaml
 * @param layersOf returns the merged layers' names, e.g. ["environments/pilot/environment.yaml", "defaults in environments/site.yaml"]
 */
export function validateMerged(
  kind: "Environment",
  tree: Tree,
  own: Span,
  layersOf: () => readonly string[] = () => [],
): RuleProblem[] {
  if (tree.type !== "map" || REQUIRED_PARTS.every((parts) => holds(tree, parts))) return [];
  const missing = REQUIRED_OF_ENVIRONMENT.map((pointer) => firstMissing(tree, pointer)).filter((pointer) => pointer !== null);
  const layers = layersOf();
  return [...new Set(missing)].map((pointer) => {
    const description = schemaAt(kind, pointer)?.node.description;
    const found = { seen: "layers", path: pathText(pointer), layers, parts: partsOf(pointer), description } as const;
    return missingKey.at(placeOf(placeOfMissing(tree, pointer, own)), found, {
      pointer,
      restsOn: [{ file: own.source.path, key: pointer }],
    });
  });
}

/** The pointers of REQUIRED_OF_ENVIRONMENT as lists of keys, for a faster check of the many environments that lack nothing. */
const REQUIRED_PARTS = REQUIRED_OF_ENVIRONMENT.map((pointer) => pointer.slice(1).split("/"));

function holds(tree: Tree, parts: readonly string[]): boolean {
  let node: Tree | undefined = tree;
  for (const part of parts) node = child(node, part);
  return node !== undefined;
}

/**
 * Returns the JSON pointer of the outermost value on the path `pointer` that the tree lacks. Returns null if the tree lacks none, if a
 * value on the path is not a map (which `validate` reports), or if the author has only misspelled the missing key.
 */
function firstMissing(tree: Tree, pointer: string): string | null {
  let node: Tree = tree;
  let path = "";
  for (const key of pointer.split("/").slice(1)) {
    if (node.type !== "map") return null;
    path = pointerOf(path, key);
    const next = child(node, key);
    if (next === undefined) return misspelled(node, path, key) ? null : path;
    node = next;
  }
  return null;
}

/** Returns true if a map has an unknown key that resembles `key`: `validate` already reports the unknown key and proposes `key`. */
function misspelled(map: Mapping, path: string, key: string): boolean {
  const known = Object.keys(schemaAt("Environment", path.slice(0, path.lastIndexOf("/")))?.node.properties ?? {});
  return [...map.entries.keys()].some((other) => !known.includes(other) && nearest(other, known) === key);
}

function placeOfMissing(tree: Tree, pointer: string, own: Span): Span {
  const parent = pointer.slice(0, pointer.lastIndexOf("/"));
  const start = { ...own, end: own.start };
  if (parent === "") return start;
  const holder = at(tree, parent.slice(0, parent.lastIndexOf("/")));
  const entry = holder?.type === "map" ? holder.entries.get(parent.slice(parent.lastIndexOf("/") + 1)) : undefined;
  return entry?.keySpan.source === own.source ? entry.keySpan : start;
}

/** Returns the required keys of the missing map at a JSON pointer; empty if the value at the pointer is not a map. */
function partsOf(pointer: string): readonly string[] {
  const below = REQUIRED_OF_ENVIRONMENT.filter((required) => required.startsWith(`${pointer}/`));
  return below.map((required) => required.slice(pointer.length + 1));
}
