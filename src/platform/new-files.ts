import { randomBytes } from "node:crypto";
import { accessSync, constants, lstatSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isRefusal, wrongUse } from "../kernel/index.ts";
import { replaceFile } from "./atomic.ts";
import { makeFolders, namesIn } from "./folders.ts";
import { renameWithPatience } from "./rename.ts";
import { describeError } from "./confined-tree.ts";
import { putBackMissing, StagingFolder } from "./staging-folder.ts";
import { LARGEST_FILE } from "./source-tree.ts";
import { createFile } from "./write-file.ts";

const STAGE = ".tierwright-new-";

const partsOf = (path: string): readonly string[] => path.split("/").map((_, i, all) => all.slice(0, i + 1).join("/"));

/**
 * Returns the paths that block new files, sorted and once each: existing files, and entries that are no folder in the place of a parent
 * folder.
 */
export function inTheWay(root: string, paths: Iterable<string>): readonly string[] {
  const found = new Set<string>();
  for (const path of paths) {
    const first = partsOf(path).find((part) => {
      const stat = lstatSync(join(root, part), { throwIfNoEntry: false });
      return stat !== undefined && (part === path || !stat.isDirectory());
    });
    if (first !== undefined) found.add(first);
  }
  return [...found].sort();
}

/** The result of `entryAt`: the entry at a path, with the spelling that its name has on disk. */
export type EntryAt =
  | { readonly kind: "missing" }
  | { readonly kind: "file"; readonly path: string; readonly bytes: Buffer }
  | { readonly kind: "other"; readonly path: string; readonly what: string }
  | { readonly kind: "no file"; readonly path: string };

/**
 * Reads what is at a path below a folder. The case of the last part does not count, because two names that differ in nothing else are one
 * file on Windows. A symbolic link is not followed. Throws the file system's error for a file that cannot be read.
 */
export function entryAt(root: string, path: string): EntryAt {
  const folder = dirname(path);
  const wanted = basename(path).toLowerCase();
  const names = namesIn(join(root, folder));
  const name = names.includes(basename(path)) ? basename(path) : names.find((one) => one.toLowerCase() === wanted);
  if (name === undefined) return { kind: "missing" };
  const own = folder === "." ? name : `${folder}/${name}`;
  const stat = lstatSync(join(root, own));
  if (stat.isSymbolicLink()) return { kind: "other", path: own, what: "a link" };
  if (!stat.isFile()) return { kind: "no file", path: own };
  if (stat.size > LARGEST_FILE) return { kind: "other", path: own, what: `larger than ${LARGEST_FILE} bytes` };
  return { kind: "file", path: own, bytes: readFileSync(join(root, own)) };
}

/** A change of an existing file: the bytes that it had when it was read, and its new bytes. */
export interface FileEdit {
  readonly before: Uint8Array;
  readonly bytes: Uint8Array;
}

/**
 * Replaces files, each as a whole, and adds a function that restores each to `edited`. Throws if a file changed since it was read, or is
 * read-only.
 */
function editFiles(root: string, edits: ReadonlyMap<string, FileEdit>, edited: (() => void)[]): void {
  for (const [path, { before, bytes }] of edits) {
    const file = join(root, path);
    const mode = lstatSync(file).mode & 0o7777;
    accessSync(file, constants.W_OK);
    if (!readFileSync(file).equals(before))
      throw wrongUse(`${path} was changed meanwhile`, "nothing was written; run the command again");
    replaceFile(file, bytes, mode);
    edited.push(() => replaceFile(file, before, mode));
  }
}

/** Returns the paths that are renamed into place: for each file the outermost missing folder above it, or the file if no folder is missing. */
function unitsOf(root: string, paths: Iterable<string>): readonly string[] {
  const missing = (part: string) => lstatSync(join(root, part), { throwIfNoEntry: false }) === undefined;
  return [...new Set([...paths].map((path) => partsOf(path).find(missing) ?? path))];
}

/**
 * Writes new files below a folder and edits existing ones, all of them or none: new files to a staging folder first, then in place. Changes no
 * existing file but those of `edits`. On failure, deletes and restores what was put in place, and throws a Refusal (exit 2).
 */
export function writeNewFiles(
  root: string,
  files: ReadonlyMap<string, Uint8Array>,
  edits: ReadonlyMap<string, FileEdit> = new Map(),
): void {
  const clash = inTheWay(root, files.keys());
  if (clash.length > 0) throw wrongUse(`${clash.join(", ")}: there already, and nothing is overwritten`, "nothing was written");
  const stage = new StagingFolder(root, STAGE, `${process.pid}-${randomBytes(6).toString("hex")}`);
  const placed: string[] = [];
  const edited: (() => void)[] = [];
  let made: readonly string[] = [];
  try {
    made = makeFolders(root);
    stage.open(putBackMissing(root));
    for (const [path, bytes] of files) {
      const file = stage.at("new", path);
      mkdirSync(dirname(file), { recursive: true });
      createFile(file, [bytes]);
    }
    for (const unit of unitsOf(root, files.keys())) {
      renameWithPatience(stage.at("new", unit), join(root, unit));
      placed.push(unit);
    }
    editFiles(root, edits, edited);
  } catch (error) {
    for (const restore of edited.reverse()) restore();
    for (const unit of placed.splice(0)) rmSync(join(root, unit), { recursive: true, force: true, maxRetries: 5 });
    if (isRefusal(error, 2)) throw error;
    throw wrongUse(
      `${root} cannot be written: ${describeError(error)}`,
      "nothing was written; free space, or make it a folder that you can write",
    );
  } finally {
    stage.remove();
    if (placed.length === 0) for (const folder of [...made].reverse()) rmSync(folder, { recursive: true, force: true });
  }
}
