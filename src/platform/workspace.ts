import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isGitName } from "./git-name.ts";
import { partsBelow } from "./confined.ts";

/** A link, also one that leads nowhere. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** The real path of what may not exist yet; null: a link on its way leads nowhere, so that nobody knows where it would end. */
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

/** Does a path from a workflow stay in the checkout and out of its .git, with every link on its way followed? It may not exist yet. */
export function staysInside(workspace: string, path: string, from = "."): boolean {
  const real = realPath(resolve(workspace, from, path));
  const parts = real === null ? null : partsBelow(realpathSync.native(workspace), real);
  return parts !== null && !parts.some(isGitName);
}
