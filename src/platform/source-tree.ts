import { crypto } from "./crypto.ts";
import type { Seen } from "./seen.ts";
import type { Stamps } from "./stamp.ts";

/** A YAML file, and one that an editor has called a text. */
export const YAML = /\.ya?ml(\.txt)?$/i;

/**
 * The folder name under which a tree lists the YAML files in its root. What else lies there (our own `.tierwright` and `dist`, a package's
 * folders) is nobody's input, and would make what is remembered stale.
 */
export const ROOT_DOCUMENTS = "*.yaml";

/** The largest file that is read as configuration; a larger one is reported from its size alone. */
export const LARGEST_FILE = 4 * 1024 * 1024;

export type ReadResult =
  | { readonly kind: "file"; readonly bytes: Buffer }
  | { readonly kind: "missing" }
  /** A folder, a device, no rights, a loop of links: `why` completes "cannot be read: ...". */
  | Unreadable
  | { readonly kind: "too-large"; readonly size: number };

/** `folder`: the folder above the file that is at fault; absent when it is the file itself. */
export interface Unreadable {
  readonly kind: "unreadable";
  readonly why: string;
  readonly folder?: string;
}

export interface DirectoryEntry {
  readonly name: string;
  /** `broken`: a link that leads nowhere, round in a circle or out of the repository, or a name that may not be looked at. */
  readonly kind: "directory" | "file" | "broken";
}

export type ListResult =
  | { readonly kind: "entries"; readonly entries: readonly DirectoryEntry[] }
  | { readonly kind: "missing" }
  | Unreadable;

/**
 * The files of one config repository, and the compiler's only input. Paths are relative to its root, with '/'. What files of the repository name
 * is read here, so nothing is read that leads out of it or into its .git (see Confinement).
 *
 * There are four kinds: a folder of the disk (disk-tree.ts), files in memory (memory-tree.ts), a commit (commit-tree.ts), and changes over
 * another tree (overlay-tree.ts). All four judge names, links, sizes and Git LFS pointers by the same code (confined-tree.ts).
 */
export interface SourceTree {
  /** Returns the bytes of a file, or why there are none. */
  read(path: string, largest?: number): ReadResult;
  /** Returns the entries of a folder in code unit order; links are followed. */
  list(folder: string): ListResult;
  /**
   * Returns in one word what a path is: equal words of two runs, or of two trees, mean equal answers. A folder's path ends with '/'.
   * It is a digest in every kind of tree, so that a commit and a work tree can be compared.
   */
  state(path: string): string;
}

/** A source tree as a run opens it: it can be described to a thread, and notes what was asked of it. */
export interface OpenTree extends SourceTree {
  readonly described: TreeDescription;
  /** Returns the same tree, which notes in `seen` every path that is asked for and what was there. */
  recorded(seen: Seen): SourceTree;
  /** Returns true when nothing changed since the stamps were taken, which is known without reading a file. */
  unchanged(stamps: Stamps): boolean;
}

/** A file or link as it lies in no folder of the disk. `size`: a file that is too large to be read, so that its bytes are not kept. */
export type TreeNode =
  | { readonly bytes: Uint8Array }
  | { readonly size: number }
  /** What a link leads to, as it is written in it. */
  | { readonly link: string };

/** What opens a tree again, as plain data: a run hands it to its threads (open-tree.ts). */
export type TreeDescription =
  | { readonly kind: "disk"; readonly folder: string }
  /** `ignoreCase`: names that differ in case alone are one, as on Windows and macOS. */
  | { readonly kind: "nodes"; readonly nodes: ReadonlyMap<string, TreeNode>; readonly ignoreCase: boolean }
  /** `changed`: the new bytes of files by path; null: the file is deleted. */
  | { readonly kind: "overlay"; readonly under: TreeDescription; readonly changed: ReadonlyMap<string, Uint8Array | null> };

/** Returns true for what can be a folder of an environment or release: a link that cannot be followed can, unless it is named like a document. */
export function mayBeFolder({ name, kind }: DirectoryEntry): boolean {
  if (name.startsWith(".")) return false;
  return kind === "directory" || (kind === "broken" && !/\.ya?ml$/i.test(name));
}

/** Returns the YAML files of a listing. */
export function documentsIn(all: ListResult): ListResult {
  if (all.kind !== "entries") return all;
  return { kind: "entries", entries: all.entries.filter(({ name, kind }) => kind === "file" && YAML.test(name)) };
}

const unreadableState = ({ folder, why }: Unreadable): string => `unreadable:${folder ?? ""}:${why}`;

/** Returns what was read as one word. */
export function stateOf(result: ReadResult): string {
  if (result.kind === "file") return crypto().hash("sha256", result.bytes, "base64url");
  if (result.kind === "unreadable") return unreadableState(result);
  return result.kind === "too-large" ? `too-large:${result.size}` : result.kind;
}

/** Returns what was listed as one word. */
export function listState(result: ListResult): string {
  if (result.kind === "unreadable") return unreadableState(result);
  if (result.kind === "missing") return result.kind;
  const entries = result.entries.map((entry) => `${entry.name}\0${entry.kind}`);
  return crypto().hash("sha256", entries.join("\n"), "base64url");
}
