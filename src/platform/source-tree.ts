import { crypto } from "./crypto.ts";
import type { InputRecord } from "./input-record.ts";
import type { Stamps } from "./stamp.ts";

/** The form of names of YAML files, including those that an editor saved as .txt. */
export const YAML = /\.ya?ml(\.txt)?$/i;

/**
 * Folder name under which a tree lists the YAML files in its root. Other entries of the root (Tierwright's `.tierwright` and `dist`,
 * folders of a `.tierwright` and `dist`, folders of a package) are no input, and would make cache entries stale.
 */
export const ROOT_DOCUMENTS = "*.yaml";

/** The largest configuration file, in bytes. A larger one is reported by its size and not read. */
export const LARGEST_FILE = 4 * 1024 * 1024;

export type ReadResult =
  | { readonly kind: "file"; readonly bytes: Buffer }
  | { readonly kind: "missing" }
  /** The path is a folder, a device, without read access, or a loop of symbolic links; `why` completes "cannot be read: ...". */
  | Unreadable
  | { readonly kind: "too-large"; readonly size: number };

/** A path that cannot be read. `folder` is the folder above the path that causes the fault; absent if the path itself does. */
export interface Unreadable {
  readonly kind: "unreadable";
  readonly why: string;
  readonly folder?: string;
}

export interface DirectoryEntry {
  readonly name: string;
  /**
   * `broken` is a symbolic link that leads nowhere, in a circle or out of the repository, or a name (such as .git) that must not be read.
   */
  readonly kind: "directory" | "file" | "broken";
}

export type ListResult =
  | { readonly kind: "entries"; readonly entries: readonly DirectoryEntry[] }
  | { readonly kind: "missing" }
  | Unreadable;

/**
 * The files of one config repository, and the compiler's only input. Paths are relative to its root, with '/'. A path that a
 * file of the repository names is read through this interface, too, so that nothing outside the repository or inside its .git is read.
 *
 * There are four kinds: a folder on disk (disk-tree.ts), files in memory (memory-tree.ts), a commit (commit-tree.ts), and changes on top of
 * another tree (overlay-tree.ts). All four check names, links, sizes and Git LFS pointers with the same code (confined-tree.ts).
 */
export interface SourceTree {
  /** Returns the bytes of a file, or why there are none. */
  read(path: string, largest?: number): ReadResult;
  /** Returns the entries of a folder in code unit order, and follows symbolic links. */
  list(folder: string): ListResult;
  /**
   * Returns the state of a path as one word. Equal words at two times, or in two trees, mean that `read` and `list` give equal answers. A
   * folder's path ends with '/'. The state of a file is a digest in every kind of tree, so that a commit and a work tree can be compared.
   */
  state(path: string): string;
}

/** The source tree that a `check` or `compile` reads: it can be opened again in another thread, and can record every path that was read. */
export interface OpenTree extends SourceTree {
  readonly described: TreeDescription;
  /** Returns a view of the same tree that records every read path and its state in `seen`. */
  recorded(seen: InputRecord): SourceTree;
  /** Returns whether the stamps prove that nothing changed since they were taken. Reads no file. */
  unchanged(stamps: Stamps): boolean;
}

/**
 * A file or symbolic link that is not on disk. A node with only a `size` is a file that is too large to be read, so its bytes are not kept.
 */
export type TreeNode =
  | { readonly bytes: Uint8Array }
  | { readonly size: number }
  /** A symbolic link, with its target as written in the link. */
  | { readonly link: string };

/** Plain data from which a source tree is opened again; `runRepository` passes it to its worker threads (open-tree.ts). */
export type TreeDescription =
  | { readonly kind: "disk"; readonly folder: string }
  /** `ignoreCase`: names that differ in case only are the same, as on Windows and macOS. */
  | { readonly kind: "nodes"; readonly nodes: ReadonlyMap<string, TreeNode>; readonly ignoreCase: boolean }
  /** `changed`: new bytes of files by path, null for a deleted file. */
  | { readonly kind: "overlay"; readonly under: TreeDescription; readonly changed: ReadonlyMap<string, Uint8Array | null> };

/**
 * Returns whether an entry can be the folder of an environment or release. A broken symbolic link can, unless its name ends in .yaml or
 * .yml.
 */
export function mayBeFolder({ name, kind }: DirectoryEntry): boolean {
  if (name.startsWith(".")) return false;
  return kind === "directory" || (kind === "broken" && !/\.ya?ml$/i.test(name));
}

/** Returns a folder listing with its YAML files only; a listing that failed is returned unchanged. */
export function documentsIn(all: ListResult): ListResult {
  if (all.kind !== "entries") return all;
  return { kind: "entries", entries: all.entries.filter(({ name, kind }) => kind === "file" && YAML.test(name)) };
}

const unreadableState = ({ folder, why }: Unreadable): string => `unreadable:${folder ?? ""}:${why}`;

/** Returns the state of a read path as one word: a digest for a file. */
export function stateOf(result: ReadResult): string {
  if (result.kind === "file") return crypto().hash("sha256", result.bytes, "base64url");
  if (result.kind === "unreadable") return unreadableState(result);
  return result.kind === "too-large" ? `too-large:${result.size}` : result.kind;
}

/** Returns the state of a listed folder as one word. */
export function listState(result: ListResult): string {
  if (result.kind === "unreadable") return unreadableState(result);
  if (result.kind === "missing") return result.kind;
  const entries = result.entries.map((entry) => `${entry.name}\0${entry.kind}`);
  return crypto().hash("sha256", entries.join("\n"), "base64url");
}
