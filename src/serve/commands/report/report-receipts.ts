import { join, resolve } from "node:path";
import { wrongUse } from "../../../kernel/index.ts";
import { isFolder, receiptFiles, receiptNames } from "../../../platform/index.ts";
import type { DamagedReceipt, Receipts } from "../../page/fleet.ts";
import { Installations } from "../../../deploy/index.ts";

/** Returns the file names of the receipts in a folder. Throws a Refusal if there are none. */
function namesOf(cwd: string, folder: string): readonly string[] {
  const path = resolve(cwd, folder);
  if (!isFolder(path))
    throw wrongUse(`--receipts '${folder}' is not a folder`, "name the folder that `deploy --receipt-copy` fills");
  const names = receiptNames(path);
  if (names.length === 0)
    throw wrongUse(`there is no receipt in ${folder}`, "name the folder that `deploy --receipt-copy` fills");
  return names;
}

/**
 * Reads the receipts in the folders of `--receipts`. A receipt that several folders contain counts once. Lists a receipt that cannot be
 * read as damaged, with its folder if there are several. Throws a Refusal if a folder has none.
 */
export function readReceipts(cwd: string, folders: readonly string[]): Receipts {
  const all = [...new Set(folders)].map((folder) => ({ folder, names: namesOf(cwd, folder) }));
  const installations = new Installations();
  const damaged: DamagedReceipt[] = [];
  for (const { folder, names } of all) {
    const shown = (name: string) => (all.length === 1 ? name : join(folder, name).replaceAll("\\", "/"));
    for (const file of receiptFiles(resolve(cwd, folder), names)) {
      const name = shown(file.name);
      const why = installations.addFile({ ...file, name });
      if (why !== null) damaged.push({ name, why });
    }
  }
  const installed = installations.all();
  return { folders: all.map(({ folder }) => folder), installed, damaged, conflicts: installations.conflicts };
}
