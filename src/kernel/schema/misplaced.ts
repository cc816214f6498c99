import { yamlScalar } from "../diagnostic/yaml-scalar.ts";
import { DOCUMENT_KEYS, MAP_KEYS } from "../source/document-keys.generated.ts";
import { at, pointerOf, type Entry, type Mapping, type Tree } from "../source/tree.ts";
import type { DocumentKind } from "./kinds.ts";
import { schemaAt } from "./nodes.ts";

/** A map or empty value of a document in which a misplaced key is valid. */
export interface Home {
  readonly pointer: string;
  /** The line, from 1, of the map's own key, or of the list item that is the map. */
  readonly line: number;
  /** The misplaced key below its right map, as one line of YAML: `workstation: { set: ... }`. */
  readonly example: string;
}

const partsOf = (pointer: string): readonly string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Returns how a key is valid in the map at a pointer: "named" if the schema names it, "free" if the map allows any; null if neither. */
function isValidIn(kind: DocumentKind, pointer: string, key: string): "named" | "free" | null {
  const { properties, additionalProperties } = schemaAt(kind, pointer)?.node ?? {};
  if (properties && Object.hasOwn(properties, key)) return "named";
  return properties === undefined && typeof additionalProperties === "object" ? "free" : null;
}

const isEmpty = (tree: Tree): boolean => tree.type === "scalar" && tree.value === null;

/** Returns all maps and empty values of a tree, in the order of the text: a misplaced key can belong in each of them. */
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

/** The keys of one map that belong in one other map (`home`) of the document, in the order of the text. */
export interface Misplaced {
  readonly home: Home;
  readonly keys: readonly Entry[];
}

interface WrongKeys {
  /** The unknown keys of the map that are valid in another map of the document. */
  readonly misplaced: ReadonlyMap<Entry, Misplaced>;
  readonly flattened: ReadonlyMap<Entry, Flattened>;
}

const wrongKeysOf = new WeakMap<Mapping, WrongKeys>();

/** Returns the keys of a map whose indentation is wrong. Computes them once for each map, because a map can have thousands of keys. */
export function wrongKeysIn(kind: DocumentKind, root: Tree, map: Mapping): WrongKeys {
  const known = wrongKeysOf.get(map);
  if (known) return known;
  const found = { misplaced: byEntry(homesOf(kind, root, map)), flattened: flattenedIn(kind, root, map) };
  wrongKeysOf.set(map, found);
  return found;
}

function byEntry(homes: readonly (readonly [Entry, Home])[]): ReadonlyMap<Entry, Misplaced> {
  const found = new Map<Entry, Misplaced>();
  const byHome = new Map<string, { readonly home: Home; readonly keys: Entry[] }>();
  for (const [entry, home] of homes) {
    const one = byHome.get(home.pointer) ?? { home, keys: [] };
    byHome.set(home.pointer, one);
    one.keys.push(entry);
    found.set(entry, one);
  }
  return found;
}

/** A key without a value that belongs in an outer map, with the keys right after it that belong below it. */
export interface Flattened {
  /** The key without a value, then the keys that belong below it, in the order of the text. */
  readonly keys: readonly Entry[];
  /** The JSON pointer of the outer map, or "" for the document, into which the key without a value belongs. */
  readonly home: string;
}

/**
 * Finds each unknown key without a value whose name is valid in an outer map, and the unknown keys right after it that are valid below it.
 * Returns all these keys, each with the `Flattened` that contains it.
 */
function flattenedIn(kind: DocumentKind, root: Tree, map: Mapping): ReadonlyMap<Entry, Flattened> {
  const found = new Map<Entry, Flattened>();
  const entries = [...map.entries.values()];
  const isUnknown = ({ key }: Entry) => isValidIn(kind, map.pointer, key) === null;
  for (const [i, head] of entries.entries()) {
    if (!isEmpty(head.value) || !isUnknown(head)) continue;
    const isHome = (tree: Tree) => lacks(tree, head.key) && isValidIn(kind, tree.pointer, head.key) === "named";
    const home = [...mapsAround(root, map), root].find(isHome);
    const meant = home && pointerOf(home.pointer, head.key);
    const after = entries.slice(i + 1);
    const end = after.findIndex((entry) => !isUnknown(entry) || meant === undefined || !isValidIn(kind, meant, entry.key));
    const keys = [head, ...(end < 0 ? after : after.slice(0, end))];
    if (home && keys.length > 1) for (const key of keys) if (!found.has(key)) found.set(key, { keys, home: home.pointer });
  }
  return found;
}

/** The keys in `map`, a map that allows any key, such as one of hosts, that are names of fields that an outer map (`home`) lacks. */
export interface TooDeep extends Misplaced {
  readonly map: Mapping;
}

/**
 * Returns the keys in maps that allow any key, such as hosts, that are missing fields of an outer map; no JSON schema validator reports
 * them. Leaves out workstation.set, whose keys the vendor names. Reads the schemas only for a map with a key that some document kind has.
 */
export function tooDeepIn(kind: DocumentKind, root: Tree): readonly TooDeep[] {
  return freeMaps(root).flatMap((map) => {
    const around = mapsAround(root, map).filter((tree) => tree.type === "map");
    const homes = [...map.entries.values()].flatMap((entry) => {
      if (!DOCUMENT_KEYS.has(entry.key)) return [];
      const home = around.find((tree) => isValidIn(kind, tree.pointer, entry.key) === "named");
      const isMeant =
        home && lacks(home, entry.key) && isValidIn(kind, map.pointer, entry.key) === "free" && fits(kind, home, entry);
      return isMeant ? [[entry, homeAt(root, home, entry.key)] as const] : [];
    });
    return [...new Set(byEntry(homes).values())].map((misplaced) => ({ ...misplaced, map }));
  });
}

/** Returns the maps that allow any key and contain one that some document kind has, except workstation.set and the maps below it. */
function freeMaps(tree: Tree): readonly Mapping[] {
  if (tree.type !== "map") return [];
  return [...tree.entries.values()].flatMap(({ key, value }) => {
    if (value.type !== "map" || key === "set") return [];
    if (MAP_KEYS.get(key) !== null) return freeMaps(value);
    return [...value.entries.keys()].some((name) => DOCUMENT_KEYS.has(name)) ? [value] : [];
  });
}

/** The pattern of an IPv4 or IPv6 address. A key whose value is an IP address names a host, even if a schema field has the same name. */
const ADDRESS = /^(?:\d+\.){3}\d+$|^[\da-f]*:[\da-f:.]*$/i;

/** Returns true if the value of an entry is valid for the field of the same name in the map `home`: in its kind, and among its choices. */
function fits(kind: DocumentKind, home: Mapping, { key, value }: Entry): boolean {
  const node = schemaAt(kind, pointerOf(home.pointer, key))?.node ?? {};
  const types = [node.type].flat();
  if (value.type === "map") return types.includes("object");
  if (value.type === "list")
    return types.includes("array") && !value.items.every((item) => item.type === "scalar" && ADDRESS.test(item.text));
  if (ADDRESS.test(value.text) || types.includes("object")) return false;
  return node.enum ? node.enum.includes(value.text) : !types.includes("integer") || typeof value.value === "number";
}

/**
 * Returns each unknown key of `map` that is valid in another map of the document, with that map: the nearest one before the key inside
 * `map` (the key is indented too little), else another one inside `map`, else one around `map` (the key is indented too much).
 */
function homesOf(kind: DocumentKind, root: Tree, map: Mapping): readonly (readonly [Entry, Home])[] {
  const entries = [...map.entries.values()];
  const known = entries.filter(({ key }) => isValidIn(kind, map.pointer, key) === "named");
  const inside = insideByKey(kind, map);
  const around = mapsAround(root, map);
  return entries.flatMap((entry) => {
    if (known.includes(entry)) return [];
    const { key, keySpan } = entry;
    const nearest = inside.get(key)?.findLast(({ span }) => span.start < keySpan.start);
    const tooHigh = nearest ?? freeMapBefore(kind, known, entry) ?? inside.get(key)?.[0];
    const found = tooHigh ?? around.find((tree) => lacks(tree, key) && isValidIn(kind, tree.pointer, key) === "named");
    return found ? [[entry, homeAt(root, found, key)] as const] : [];
  });
}

/** Returns the maps and empty values inside a map, listed by each key that their schema names and that they lack. */
function insideByKey(kind: DocumentKind, map: Mapping): ReadonlyMap<string, readonly Tree[]> {
  const found = new Map<string, Tree[]>();
  for (const tree of openMaps(map)) {
    if (tree === map) continue;
    for (const key of Object.keys(schemaAt(kind, tree.pointer)?.node.properties ?? {}))
      if (lacks(tree, key)) found.get(key)?.push(tree) ?? found.set(key, [tree]);
  }
  return found;
}

/** Returns the maps and lists that contain a map, the innermost first, without the map of the whole document. */
function mapsAround(root: Tree, { pointer }: Mapping): readonly Tree[] {
  const found: Tree[] = [];
  for (let cut = pointer.lastIndexOf("/"); cut > 0; cut = pointer.lastIndexOf("/", cut - 1)) {
    const around = at(root, pointer.slice(0, cut));
    if (around) found.push(around);
  }
  return found;
}

/**
 * Returns the value of the last known entry before an unknown key, if it is a map that allows any key, such as one of hosts, and should
 * contain the unknown key: the map is empty, the key has a dot (as no field's name), or the value of the key is a map with only the fields
 * of a host.
 */
function freeMapBefore(kind: DocumentKind, known: readonly Entry[], { key, keySpan, value }: Entry): Tree | undefined {
  const last = known.findLast((entry) => entry.keySpan.start < keySpan.start)?.value;
  if (!last || (last.type !== "map" && !isEmpty(last)) || isValidIn(kind, last.pointer, key) !== "free") return undefined;
  const pointer = pointerOf(last.pointer, key);
  const isMap = value.type === "map" && schemaAt(kind, pointer)?.node.type === "object";
  const hasFields = isMap && [...value.entries.keys()].every((field) => isValidIn(kind, pointer, field) === "named");
  return lacks(last, key) && (isEmpty(last) || key.includes(".") || hasFields) ? last : undefined;
}
