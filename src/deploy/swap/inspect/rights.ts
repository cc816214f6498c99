import { dirname } from "node:path";
import { failureWords, refusal } from "../protocol/outcome.ts";
import type { SwapFiles } from "../../../platform/index.ts";

/**
 * Throws a refusal before a deploy or rollback begins if this account cannot write into one of the folders in which files are exchanged. If
 * the right were only missed during the swap, that would look like a file in use, or leave temporary files behind.
 */
export function refuseUnwritable(files: SwapFiles, folders: Iterable<string>): void {
  for (const folder of new Set(folders)) {
    if (files.stat(folder)?.kind !== "folder") continue; // a missing folder is made by the deploy, and anything that is not a folder was refused before
    try {
      files.probe(folder);
    } catch (error) {
      const words = failureWords(error);
      throw refusal(
        `${words.startsWith(folder) ? "" : `${folder}: `}${words}: this account cannot write into that folder, but its files must be replaced`,
        "run this with the right to write there (an elevated prompt, or the fleet's agent), or fix the rights of the folder; nothing was written",
      );
    }
  }
}

/** Returns the folder of each file, in which a deploy or rollback exchanges it. */
export const foldersOf = (files: readonly { readonly path: string }[]): readonly string[] =>
  files.map(({ path }) => dirname(path));
