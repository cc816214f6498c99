import { dirname } from "node:path";
import { failureWords, refusal } from "../protocol/outcome.ts";
import type { SwapFiles } from "../../../platform/index.ts";

/**
 * Refuses a run that could not complete, before it begins, by testing every folder in which files are renamed or written. A missing right found later
 * would look like a file in use, or appear when half of the temporary files exist.
 */
export function refuseUnwritable(files: SwapFiles, folders: Iterable<string>): void {
  for (const folder of new Set(folders)) {
    if (files.stat(folder)?.kind !== "folder") continue; // the run makes it, or it was refused already
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

/** Returns the folders in which files are exchanged. */
export const foldersOf = (files: readonly { readonly path: string }[]): readonly string[] =>
  files.map(({ path }) => dirname(path));
