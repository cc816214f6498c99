import { dirname, sep } from "node:path";
import { refusal } from "./outcome.ts";
import type { SwapWorld } from "../../../platform/index.ts";

/**
 * Throws a refusal if a path is a symbolic link, through which a rename would change another place, or not of this kind. Missing paths
 * pass.
 */
export function refuseLinks({ files }: Pick<SwapWorld, "files">, paths: readonly string[], kind: "folder" | "file"): void {
  for (const path of paths) {
    const stat = files.stat(path);
    if (!stat || stat.kind === kind) continue;
    throw refusal(
      stat.kind === "link"
        ? `${path} is a link or junction: a rename would change another place than the one that the tool reads`
        : `${path} is a ${stat.kind}, and a ${kind} is expected`,
      "put an ordinary one there; nothing was written",
    );
  }
}

/**
 * Returns the first ancestor of a path that is a symbolic link, a junction or a file; null if all are folders or missing. Searches below
 * `root`, or from the drive if it is null, and then only on Windows, because other systems have links such as /var.
 */
export function linkOnTheWay(
  { files, windows }: Pick<SwapWorld, "files" | "windows">,
  path: string,
  root: string | null,
): string | null {
  if (root === null ? !windows : !path.startsWith(root + sep)) return null;
  const way: string[] = [];
  for (let at = dirname(path); at !== root && dirname(at) !== at; at = dirname(at)) way.unshift(at);
  return way.find((folder) => ![undefined, "folder"].includes(files.stat(folder)?.kind)) ?? null;
}

/**
 * Returns the fault of the first path with a symbolic link or file among its ancestors, for preflight, rollback and recovery; null if none
 * has.
 */
export function wayFault(
  world: Pick<SwapWorld, "files" | "windows">,
  paths: readonly string[],
  root: string | null,
): string | null {
  for (const path of paths) {
    const link = linkOnTheWay(world, path, root);
    if (link !== null)
      return `${link}, on the way to ${path}, is a link or not a folder: what is written there would be stored elsewhere`;
  }
  return null;
}
