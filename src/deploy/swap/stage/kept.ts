import { DeployStop } from "../protocol/outcome.ts";
import type { Layout } from "../protocol/layout.ts";
import type { PlannedFile } from "../protocol/plan.ts";
import { recordBytes } from "./staged-files.ts";
import { type ListedTree, listTree } from "../protocol/tree.ts";
import type { SwapWorld } from "../../../platform/index.ts";

export type Side = "before" | "after";

/**
 * Returns the error for a damaged copy below .swap that an undo or recovery needs. Plug-in folder and files then stay unchanged, because
 * changing one of them alone would mix two environments.
 */
export const damageStop = (path: string, what: string): DeployStop =>
  new DeployStop(
    12,
    `${path} is ${what}: it cannot be used to restore or to finish a run`,
    "nothing was touched, plug-in folder and files still match: restore the kept copy from a backup of the machine and run this again, or move .swap/journal.json away, if there is one, and install the swap bundle of the state you want",
  );

/** Returns the files of a folder; null if it is missing, a file or a symbolic link, or contains symbolic links. */
export function treeAt({ files }: SwapWorld, folder: string): ListedTree | null {
  try {
    return listTree(files, folder);
  } catch (error) {
    if (error instanceof DeployStop) return null;
    throw error;
  }
}

/** Returns the old or new bytes of a file from the work folder. Throws DeployStop 12 if they are missing or differ from the plan. */
export function keptBytes({ files }: SwapWorld, layout: Layout, file: PlannedFile, side: Side): Buffer {
  const relative = side === "before" ? file.backup : file.staged;
  const path = layout.at(relative ?? "");
  const stat = relative === null ? null : files.stat(path);
  if (stat?.kind !== "file") throw damageStop(path, stat ? `a ${stat.kind}, not a file` : "missing");
  const bytes = files.read(path);
  if (recordBytes(bytes).sha256 === file[side]?.sha256) return bytes;
  throw damageStop(path, "not as planned");
}
