import type { Place } from "../diagnostic/place.ts";
import type { SourceText } from "./text.ts";

/** A range of offsets in a source text, which `placeOf` converts to line and column only when a finding needs them. */
export interface Span {
  readonly source: SourceText;
  readonly start: number;
  readonly end: number;
}

export function placeOf(span: Span): Place {
  return span.source.placeOf(span.start, span.end);
}

interface Node {
  /** The range of a value in its document; for a YAML alias the range of `*name` itself. */
  readonly span: Span;
  /** For a YAML alias, the range of the anchored value that it repeats; absent for any other value. */
  readonly anchored?: Span;
  /** The JSON pointer of a value in its document; for one that an alias repeats, the pointer at which the alias is. */
  readonly pointer: string;
}

/**
 * A leaf of a YAML tree. `text` is the author's spelling: the source text of a plain scalar (2506, 2024.10, 010 and 0x1F are unchanged), or
 * the decoded text of a quoted or block scalar. `value` is its YAML 1.2 core value, from which its kind is determined (text, number and so
 * on).
 */
export interface Scalar extends Node {
  readonly type: "scalar";
  readonly text: string;
  readonly value: string | number | boolean | null;
  readonly style: "plain" | "single" | "double" | "block";
}

export interface Entry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: Tree;
}

export interface Mapping extends Node {
  readonly type: "map";
  /** The entries in the order of the text. A Map, because an object would not keep keys such as `__proto__` and `2506` as written. */
  readonly entries: ReadonlyMap<string, Entry>;
}

export interface Sequence extends Node {
  readonly type: "list";
  readonly items: readonly Tree[];
}

export type Tree = Scalar | Mapping | Sequence;

export function child(tree: Tree | undefined, key: string): Tree | undefined {
  return tree?.type === "map" ? tree.entries.get(key)?.value : undefined;
}

/** Returns the node of a tree at a JSON pointer; undefined if the tree has no value at it. */
export function at(tree: Tree | undefined, pointer: string): Tree | undefined {
  let node = tree;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    node = node?.type === "list" ? node.items[Number(key)] : child(node, key);
  }
  return node;
}

export function pointerOf(parent: string, key: string | number): string {
  if (typeof key === "number" || !(key.includes("/") || key.includes("~"))) return `${parent}/${key}`;
  return `${parent}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
