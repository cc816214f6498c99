import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isGitName } from "./git-name.ts";
import { partsBelow } from "./confined.ts";

/** Returns whether a path is a link, also one that leads nowhere. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** Returns the real path of a path that possibly does not exist yet. Returns null if a link on the way leads nowhere. */
function realPath(path: string): string | null {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      return join(realpathSync.native(at), ...missing);
    } catch {
      if (isLink(at) || dirname(at) === at) return null;
      missing.unshift(basename(at));
    }
  }
}

/** Returns whether a path from a workflow stays in the checkout and out of its .git, with every link followed. The path need not exist yet. */
export function staysInside(workspace: string, path: string, from = "."): boolean {
  const real = realPath(resolve(workspace, from, path));
  const parts = real === null ? null : partsBelow(realpathSync.native(workspace), real);
  return parts !== null && !parts.some(isGitName);
}
