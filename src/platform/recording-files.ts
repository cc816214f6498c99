import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  rmdirSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { crypto } from "./crypto.ts";
import { isPlainFolder } from "./folders.ts";
import { renameWithPatience } from "./rename.ts";

/* What a recording leaves beside the bytes: its record, and the word that it is to end. Signals do not reach a program of Windows, files do. */

const OWNER_ONLY = 0o600;
const STOP = "stop";

/** Puts a file into a capture's folder, whole or not at all; nobody else may read it. */
export function placeIn(folder: string, name: string, bytes: Uint8Array): void {
  const temporary = join(folder, `.${name}.${crypto().randomBytes(6).toString("hex")}.tmp`);
  const descriptor = openSync(temporary, "wx", OWNER_ONLY);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameWithPatience(temporary, join(folder, name));
}

// a link is nobody's record, and a named pipe would wait for a writer
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** A file of a capture's folder; null: it is not there, is a link, has more than `largest` bytes, or cannot be read. */
export function fileIn(folder: string, name: string, largest: number): Buffer | null {
  try {
    const path = join(folder, name);
    if (!isPlainFolder(folder) || !lstatSync(path).isFile()) return null;
    const descriptor = openSync(path, READ);
    try {
      const stat = fstatSync(descriptor);
      return stat.isFile() && stat.size <= largest ? readFileSync(descriptor) : null;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}

/** Asks the recording of a capture to end. Throws the system's error. */
export function askToStop(folder: string): void {
  placeIn(folder, STOP, Buffer.alloc(0));
}

const LOOK_EVERY = 200;

/** Why a recording is to end that nobody ended by a signal. */
export type Asked = "record stop" | "store gone";

/** Resolves when somebody asks the recording to end, or when its folder is gone; `over` ends the looking. */
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

/** A file that was made, relative to its root with '/'. */
export interface MadeFile {
  readonly path: string;
  readonly sha256: string;
}

/** True where every folder from the root down to a file is an ordinary one, and no link. */
function isPlainWay(root: string, folders: readonly string[]): boolean {
  return folders.every((_, i) => isPlainFolder(join(root, ...folders.slice(0, i + 1))));
}

/**
 * Takes files away again that are as they were made, and the folders that are empty then, up to `top`. Nothing beside `top` is looked at, and
 * nothing behind a link.
 * @param root The repository that the invocation names.
 * @param top A folder of it, relative with '/'.
 * @returns What stays because somebody changed it.
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
      // something else lies in it, or it is gone already
    }
  }
  return stay;
}
