import { randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { wrongUse } from "../kernel/index.ts";
import { makeFolders } from "./folders.ts";
import { renameWithPatience } from "./rename.ts";
import { describeError } from "./confined-tree.ts";
import { putBackMissing, StagingFolder } from "./staging-folder.ts";
import { createFile } from "./write-file.ts";

const STAGE = ".tierwright-new-";

const partsOf = (path: string): readonly string[] => path.split("/").map((_, i, all) => all.slice(0, i + 1).join("/"));

/** Returns the paths that block new files, sorted and without duplicates: existing files, and existing non-folders in the place of their folders. */
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

/** Returns the outermost missing folders and files: each is put in place by one rename. */
function unitsOf(root: string, paths: Iterable<string>): readonly string[] {
  const missing = (part: string) => lstatSync(join(root, part), { throwIfNoEntry: false }) === undefined;
  return [...new Set([...paths].map((path) => partsOf(path).find(missing) ?? path))];
}

/**
 * Writes new files below a folder, all of them or none: to a staging folder first, then in place. Never changes an existing file. On failure,
 * deletes what was put in place and throws a Refusal (exit 2).
 */
export function writeNewFiles(root: string, files: ReadonlyMap<string, Uint8Array>): void {
  const clash = inTheWay(root, files.keys());
  if (clash.length > 0) throw wrongUse(`${clash.join(", ")}: there already, and nothing is overwritten`, "nothing was written");
  const stage = new StagingFolder(root, STAGE, `${process.pid}-${randomBytes(6).toString("hex")}`);
  const placed: string[] = [];
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
  } catch (error) {
    for (const unit of placed) rmSync(join(root, unit), { recursive: true, force: true, maxRetries: 5 });
    throw wrongUse(
      `${root} cannot be written: ${describeError(error)}`,
      "nothing was written; free space, or make it a folder that you can write",
    );
  } finally {
    stage.remove();
    if (placed.length === 0) for (const folder of [...made].reverse()) rmSync(folder, { recursive: true, force: true });
  }
}
