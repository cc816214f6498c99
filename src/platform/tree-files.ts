import { lstatSync, opendirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { isGitName } from "./git-name.ts";
import { describeError } from "./confined-tree.ts";

/** An entry below a folder: an ordinary file, a symbolic link that is not followed, or something unreadable with the reason. */
export type TreeItem =
  | { readonly kind: "file"; readonly path: string; readonly absolute: string; readonly size: number }
  | { readonly kind: "link"; readonly path: string }
  | { readonly kind: "unreadable"; readonly path: string; readonly why: string };

interface Named {
  /** The path of the entry in reports, with '/'. */
  readonly path: string;
  readonly absolute: string;
}

function* item({ path, absolute }: Named, skip: (absolute: string) => boolean): Generator<TreeItem> {
  try {
    const stat = lstatSync(absolute);
    if (stat.isSymbolicLink()) yield { kind: "link", path };
    else if (stat.isDirectory()) yield* folder({ path, absolute }, skip);
    else if (stat.isFile()) yield { kind: "file", path, absolute, size: stat.size };
    else yield { kind: "unreadable", path, why: "it is not an ordinary file" };
  } catch (error) {
    yield { kind: "unreadable", path, why: describeError(error) };
  }
}

/** Returns the names in a folder in code unit order. Reads all names first, so that the folder is not open while its entries are read. */
function namesIn(absolute: string): readonly string[] {
  const names: string[] = [];
  const open = opendirSync(absolute);
  try {
    for (let entry = open.readSync(); entry; entry = open.readSync()) names.push(entry.name);
  } finally {
    open.closeSync();
  }
  return names.sort();
}

function* folder({ path, absolute }: Named, skip: (absolute: string) => boolean): Generator<TreeItem> {
  let names: readonly string[];
  try {
    names = namesIn(absolute);
  } catch (error) {
    yield { kind: "unreadable", path: path === "" ? "." : path, why: describeError(error) };
    return;
  }
  for (const name of names) {
    const inner = path === "" ? name : `${path}/${name}`;
    const below = join(absolute, name);
    if (!isGitName(name) && !skip(below)) yield* item({ path: inner, absolute: below }, skip);
  }
}

/** Yields everything below a folder in order. Does not follow symbolic links, and leaves out .git. */
export function* treeBelow(
  absolute: string,
  path: string,
  skip: (absolute: string) => boolean = () => false,
): Generator<TreeItem> {
  yield* folder({ path, absolute }, skip);
}

/** Yields a file that the user named, or everything below a folder that the user named. Follows the named path if it is a symbolic link. */
export function* treeAt(absolute: string, path: string, skip: (absolute: string) => boolean = () => false): Generator<TreeItem> {
  try {
    if (skip(absolute)) return;
    const stat = statSync(absolute);
    if (stat.isDirectory()) yield* treeBelow(absolute, path, skip);
    else if (stat.isFile()) yield { kind: "file", path, absolute, size: stat.size };
    else yield { kind: "unreadable", path, why: "it is not an ordinary file" };
  } catch (error) {
    yield { kind: "unreadable", path, why: describeError(error) };
  }
}

/** Returns whether something exists at a path, symbolic links followed. */
export const pathExists = (cwd: string, path: string): boolean =>
  statSync(resolve(cwd, path), { throwIfNoEntry: false }) !== undefined;
