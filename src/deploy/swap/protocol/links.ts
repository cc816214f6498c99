import { dirname, sep } from "node:path";
import { refused } from "./outcome.ts";
import type { SwapWorld } from "../../../platform/index.ts";

/** In the way of a rename: links, and folders that are none. */
export function refuseLinks({ files }: Pick<SwapWorld, "files">, paths: readonly string[], kind: "folder" | "file"): void {
  for (const path of paths) {
    const stat = files.stat(path);
    if (!stat || stat.kind === kind) continue;
    throw refused(
      stat.kind === "link"
        ? `${path} is a link or junction: a rename would act on another place than the one the tool reads`
        : `${path} is a ${stat.kind}, and a ${kind} is expected`,
      "put an ordinary one there; nothing was written",
    );
  }
}

/**
 * The first folder on the way to a path that is none: a link, a junction or a file. Searched below the root, or from the drive on; null:
 * all of them are folders, or are not there yet. Off Windows nothing is asked without a root: there /var and others are links of the system.
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

/** One decision for preflight, rollback and recovery: what is written, moved or removed has only ordinary folders on its way. */
export function wayFault(
  world: Pick<SwapWorld, "files" | "windows">,
  paths: readonly string[],
  root: string | null,
): string | null {
  for (const path of paths) {
    const link = linkOnTheWay(world, path, root);
    if (link !== null)
      return `${link}, on the way to ${path}, is a link or not a folder: what is written there would lie elsewhere`;
  }
  return null;
}
