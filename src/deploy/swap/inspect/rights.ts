import { dirname } from "node:path";
import { failureWords, refused } from "../protocol/outcome.ts";
import type { SwapFiles } from "../../../platform/index.ts";

/**
 * Refuses a run that could not go to its end, before it begins: every folder in which something is renamed or written is tried. Later the
 * same lack would look like a file in use, or be found when half of the temporary files lie there.
 */
export function refuseUnwritable(files: SwapFiles, folders: Iterable<string>): void {
  for (const folder of new Set(folders)) {
    if (files.stat(folder)?.kind !== "folder") continue; // it is made by the run, or was refused already
    try {
      files.probe(folder);
    } catch (error) {
      const words = failureWords(error);
      throw refused(
        `${words.startsWith(folder) ? "" : `${folder}: `}${words}: this account cannot write into that folder, and what lies there has to be exchanged`,
        "run this with the right to write there (an elevated prompt, or the fleet's agent), or have the rights of the folder fixed; nothing was written",
      );
    }
  }
}

/** Where files are exchanged. */
export const foldersOf = (files: readonly { readonly path: string }[]): readonly string[] =>
  files.map(({ path }) => dirname(path));
