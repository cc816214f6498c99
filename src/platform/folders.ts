import { lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { systemCode, wrongUse } from "../kernel/index.ts";
import { partsBelow } from "./confined.ts";

/** Creates a folder and those above it; returns the created ones, outermost first. (Node's recursive mkdir never ends below /proc.) */
export function makeFolders(path: string): readonly string[] {
  const missing: string[] = [];
  let at = path;
  while (!statSync(at, { throwIfNoEntry: false })) {
    missing.unshift(at);
    const above = dirname(at);
    if (above === at) break;
    at = above;
  }
  for (const folder of missing) {
    try {
      mkdirSync(folder);
    } catch (error) {
      // another process created the folder meanwhile, or a symbolic link to nothing is in its place
      if (systemCode(error) !== "EEXIST" || !statSync(folder, { throwIfNoEntry: false })) throw error;
    }
  }
  if (!statSync(path).isDirectory()) throw Object.assign(new Error("no folder"), { code: "ENOTDIR" });
  return missing;
}

/** Returns whether a path is a folder, or a symbolic link to one; false if it cannot be read. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Returns whether a path is a folder itself, and not a symbolic link to one. */
export function isPlainFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  } catch {
    return false; // the path is below a file: opening that path reports the problem
  }
}

/** Counts files and folders below a folder without following symbolic links, and stops above `enough`. Throws the file system's error. */
export function countBelow(folder: string, enough: number): number {
  let count = 0;
  const visit = (path: string) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (++count > enough) return;
      if (entry.isDirectory()) visit(join(path, entry.name));
    }
  };
  visit(folder);
  return count;
}

/**
 * Throws a Refusal if a folder of the repository is a symbolic link or is below one: a branch could redirect what Tierwright writes there.
 * A folder outside the repository is the user's own choice and passes.
 */
export function refuseLinks(repository: string, folder: string): void {
  let base = repository;
  let parts = partsBelow(repository, folder);
  if (parts === null) {
    base = realpathSync.native(repository);
    parts = partsBelow(base, folder);
  }
  for (let end = 1; end <= (parts?.length ?? 0); end++) {
    const path = join(base, ...(parts ?? []).slice(0, end));
    if (!isLink(path)) continue;
    throw wrongUse(
      `${relative(base, folder)} cannot be written: ${relative(base, path)} is a link, and nothing is written through a link`,
      "nothing was written; put an ordinary folder in its place (a folder outside the repository can be named with --out)",
    );
  }
}

/** Returns the names in a folder in code unit order; none if it cannot be listed. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
