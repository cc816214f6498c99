import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isGitName } from "./git-name.ts";
import { partsBelow } from "./confined.ts";

/** Returns whether a path is a symbolic link, also one that leads nowhere. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** Returns the real path of a path whose end possibly does not exist yet. Returns null if a symbolic link on the way leads nowhere. */
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

/**
 * Returns whether a path from a CI workflow's input stays in the checkout and out of .git, symbolic links followed. It need not exist yet.
 */
export function staysInside(workspace: string, path: string, from = "."): boolean {
  const real = realPath(resolve(workspace, from, path));
  const parts = real === null ? null : partsBelow(realpathSync.native(workspace), real);
  return parts !== null && !parts.some(isGitName);
}
