import { lstatSync, readFileSync, rmdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "./atomic.ts";
import { crypto } from "./crypto.ts";
import { isPlainFolder } from "./folders.ts";
import { readPlainFile } from "./ordinary-file.ts";
import { OWNER_ONLY } from "./write-file.ts";

/*
 * Files in a capture's folder beside the recorded bytes: its record, and the request to stop. The request is a file because Windows
 * programs do not receive signals.
 */

const STOP = "stop";

/** Puts a file into a capture's folder, complete or not at all. Only the owner can read it. */
export function placeIn(folder: string, name: string, bytes: Uint8Array): void {
  replaceFile(join(folder, name), bytes, OWNER_ONLY);
}

/** Returns a file of a capture's folder; null if it is missing, is a symbolic link, has more than `largest` bytes, or cannot be read. */
export function fileIn(folder: string, name: string, largest: number): Buffer | null {
  try {
    const path = join(folder, name);
    return isPlainFolder(folder) && lstatSync(path).isFile() ? readPlainFile(path, largest) : null;
  } catch {
    return null;
  }
}

/** Requests the end of a capture's recording, by a file in its folder. Throws the system's error. */
export function askToStop(folder: string): void {
  placeIn(folder, STOP, Buffer.alloc(0));
}

const LOOK_EVERY = 200;

/** The reason why a recording ends without a signal: the command `record stop`, or its folder was deleted. */
export type Asked = "record stop" | "store gone";

/** Watches a capture's folder. `asked` resolves when the stop file appears or the folder is deleted; calling `over` ends the watch. */
export function askedToStop(folder: string): { readonly asked: Promise<Asked>; over(): void } {
  let timer: NodeJS.Timeout | undefined;
  const asked = new Promise<Asked>((resolve) => {
    timer = setInterval(() => {
      const gone = !isPlainFolder(folder);
      if (!gone && lstatSync(join(folder, STOP), { throwIfNoEntry: false }) === undefined) return;
      clearInterval(timer);
      if (!gone) unlinkSync(join(folder, STOP));
      resolve(gone ? "store gone" : "record stop");
    }, LOOK_EVERY);
  });
  return { asked, over: () => clearInterval(timer) };
}

/** A file that a recording created: its path relative to the repository with '/', and its digest. */
export interface MadeFile {
  readonly path: string;
  readonly sha256: string;
}

/** Returns whether every folder from the root down to a file is an ordinary folder and no symbolic link. */
function isPlainWay(root: string, folders: readonly string[]): boolean {
  return folders.every((_, i) => isPlainFolder(join(root, ...folders.slice(0, i + 1))));
}

/**
 * Deletes the files in `made` that are unchanged, and then empty folders up to `top`. Keeps everything outside `top` and behind symbolic
 * links.
 * @param root The folder of the config repository.
 * @param top A folder of the repository, as a relative path with '/'.
 * @returns The paths below `top` that remain, because somebody changed the file or put a symbolic link in the place of a folder.
 */
export function removeMade(root: string, made: readonly MadeFile[], top: string): readonly string[] {
  const stay: string[] = [];
  const folders = new Set<string>();
  for (const { path, sha256: was } of made) {
    const names = path.split("/");
    if (!path.startsWith(`${top}/`) || names.some((name) => /^\.{0,2}$|[\\:\0]/.test(name))) continue;
    const at = join(root, ...names);
    if (!isPlainWay(root, names.slice(0, -1))) {
      if (lstatSync(at, { throwIfNoEntry: false })) stay.push(path);
      continue;
    }
    for (let above = names.slice(0, -1); above.join("/").startsWith(top); above = above.slice(0, -1))
      folders.add(above.join("/"));
    const stat = lstatSync(at, { throwIfNoEntry: false });
    if (!stat) continue;
    if (!stat.isFile() || crypto().createHash("sha256").update(readFileSync(at)).digest("hex") !== was) stay.push(path);
    else unlinkSync(at);
  }
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    try {
      rmdirSync(join(root, folder));
    } catch {
      // the folder contains other files, or is already deleted
    }
  }
  return stay;
}
