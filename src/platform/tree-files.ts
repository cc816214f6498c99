import { lstatSync, opendirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { isGitName } from "./git-name.ts";
import { describeError } from "./confined-tree.ts";

/** What lies below a folder: an ordinary file, a link that is not followed, or something that cannot be read, with its reason. */
export type TreeItem =
  | { readonly kind: "file"; readonly path: string; readonly absolute: string; readonly size: number }
  | { readonly kind: "link"; readonly path: string }
  | { readonly kind: "unreadable"; readonly path: string; readonly why: string };

interface Named {
  /** How the item is called, with '/'. */
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

/** Names first, so that a folder does not stay open while what lies in it is read; in code unit order. */
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

/** Everything below a folder in order, one after the other; links are not followed, and a history of git is left out. */
export function* treeBelow(
  absolute: string,
  path: string,
  skip: (absolute: string) => boolean = () => false,
): Generator<TreeItem> {
  yield* folder({ path, absolute }, skip);
}

/** The same for a path that somebody named, be it a folder or a file: where it is a link, that is followed. */
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

/** True when something lies there, links followed. */
export const pathExists = (cwd: string, path: string): boolean =>
  statSync(resolve(cwd, path), { throwIfNoEntry: false }) !== undefined;
