import { join } from "node:path";
import { looksInUse, refusal } from "../protocol/outcome.ts";
import { type Where, nativePath } from "../protocol/targets.ts";
import type { SwapFiles } from "../../../platform/index.ts";

const DEEPEST = 5;

/** Returns the folders that have .swap/receipts or an unfinished deploy or rollback, at most `depth` levels down; does not follow links. */
function installationsBelow(files: SwapFiles, folder: string, depth: number): readonly string[] {
  if (files.stat(folder)?.kind !== "folder") return [];
  const swap = join(folder, ".swap");
  if (files.stat(join(swap, "receipts"))?.kind === "folder" || files.stat(join(swap, "journal.json"))) return [folder];
  if (depth === 0) return [];
  let names: readonly string[];
  try {
    names = files.list(folder);
  } catch (error) {
    if (looksInUse(error)) return []; // a folder that belongs to another user is skipped
    throw error;
  }
  return [...names].sort().flatMap((name) => installationsBelow(files, join(folder, name), depth - 1));
}

/**
 * Finds the installation for a command without a bundle: the one named with --install, else the only one below the root (or the program folders of
 * Windows) that a deploy has worked on. Throws a refusal if there is none or more than one.
 */
export function findInstallation(files: SwapFiles, where: Where, programFolders: readonly string[]): string {
  if (where.install !== null) return nativePath(where.install, where);
  const found =
    where.root === null
      ? programFolders.flatMap((folder) => installationsBelow(files, folder, 1))
      : installationsBelow(files, where.root, DEEPEST);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const searched = where.root ?? (programFolders.join(", ") || "the program folders of Windows");
  throw refusal(
    found.length === 0 ? `no Tierwright-managed installation found in ${searched}` : `${found.length} installations were found`,
    "name the tool's folder with --install; nothing was written",
    found,
  );
}
