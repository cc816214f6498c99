import { lstatSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { executable } from "./beside.ts";
import { cacheFolder } from "./cache-folder.ts";

/** Returns whether a folder is in a checkout, so that compiled code in it could have come with a commit. */
function liesInCheckout(folder: string): boolean {
  if (lstatSync(join(folder, ".git"), { throwIfNoEntry: false })) return true;
  return dirname(folder) !== folder && liesInCheckout(dirname(folder));
}

/** Creates a folder for this user alone if it is missing. Throws if another user can write in it. */
function makeOwn(folder: string): void {
  if (!lstatSync(folder, { throwIfNoEntry: false })) mkdirSync(folder, { mode: 0o700 });
  const { mode, uid } = lstatSync(folder);
  const user = process.getuid?.();
  if (user !== undefined && (uid !== user || (mode & 0o022) !== 0)) throw new Error("another user can write here");
}

/**
 * Makes Node store the code that V8 compiled in this user's own cache folder, for later commands. Does nothing if the folder cannot be
 * created, is in a checkout or is writable by another user: the command then compiles its code at every start.
 * @param enable `module.enableCompileCache`, which Node has from 22.8 on
 */
export function keepCompiledCode(
  enable: (folder: string) => unknown,
  folder: string | null = cacheFolder((name) => process.env[name]),
): void {
  if (folder === null || executable() !== null || liesInCheckout(folder)) return;
  try {
    makeOwn(folder);
    makeOwn(join(folder, "code"));
  } catch {
    return;
  }
  enable(join(folder, "code"));
}
