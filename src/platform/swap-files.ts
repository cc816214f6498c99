import { createHash, randomBytes } from "node:crypto";
import {
  accessSync,
  closeSync,
  fstatSync,
  fchownSync,
  fchmodSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  rmdirSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Stat, SwapFiles } from "./machine.ts";
import { keepEntries } from "./windows-rights.ts";
import { systemCode } from "../kernel/index.ts";

const CHUNK = 1024 * 1024;
/** More than any file of an installation that is held in memory. */
const LARGEST_READ = 512 * 1024 * 1024;

/** A rename is durable when the folder's own entries are; Windows journals them itself and cannot open a folder. */
function flushFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** null also below a file: POSIX calls that an error, Windows does not. */
function entryAt(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (systemCode(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

function statOf(path: string): Stat | null {
  const stat = entryAt(path);
  if (!stat) return null;
  const kind = stat.isSymbolicLink() ? "link" : stat.isDirectory() ? "folder" : stat.isFile() ? "file" : "other";
  // the owner's write bit is what Windows' read-only attribute becomes
  return { kind, size: stat.size, modified: stat.mtimeMs, writable: (stat.mode & 0o200) !== 0 };
}

function real(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (["EACCES", "EPERM"].includes(systemCode(error))) throw error;
    return null; // it leads nowhere, in a circle, or to a drive that is not there
  }
}

/** A link is not followed, and opening a pipe does not wait for its other end. Windows has neither flag. */
const SAFE = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

function ordinary<T>(path: string, use: (descriptor: number, size: number) => T): T {
  const descriptor = openSync(path, constants.O_RDONLY | SAFE);
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile())
      throw Object.assign(new Error("no ordinary file"), { code: stat.isDirectory() ? "EISDIR" : "ENXIO", path });
    return use(descriptor, stat.size);
  } finally {
    closeSync(descriptor);
  }
}

function hash(path: string): { size: number; sha256: string } {
  return ordinary(path, (descriptor) => {
    const sum = createHash("sha256");
    const buffer = Buffer.allocUnsafe(CHUNK);
    let size = 0;
    for (;;) {
      const read = readSync(descriptor, buffer, 0, CHUNK, null);
      if (read === 0) return { size, sha256: sum.digest("hex") };
      sum.update(buffer.subarray(0, read));
      size += read;
    }
  });
}

/** Nothing may lie at the target: POSIX would replace an empty folder or a file without a word. */
function refuseTarget(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })) {
    throw Object.assign(new Error("something lies there already"), { code: "EEXIST", syscall: "rename", path });
  }
}

/** Mode and owner of the file that this one stands for, where a system has them; the owner only where this account may give files away. */
function takeAfter(descriptor: number, like: string): void {
  const old = entryAt(like);
  if (!old?.isFile() || process.platform === "win32") return;
  const own = fstatSync(descriptor);
  if (own.uid !== old.uid || own.gid !== old.gid) {
    try {
      fchownSync(descriptor, old.uid, old.gid);
    } catch (error) {
      if (systemCode(error) !== "EPERM") throw error;
    }
  }
  fchmodSync(descriptor, old.mode & 0o777);
}

/** libuv's flag for a file that nobody else may read, write, rename or remove while it is open (UV_FS_O_EXLOCK); only Windows' is used here. */
const HELD = 0x10000000;

/** `like`: the file that this one stands for. On Windows one that it is to replace, too: what is elsewhere takes the rights of its folder. */
function write(path: string, chunks: Iterable<Uint8Array>, like: string | null = null): void {
  const old = entryAt(path);
  if (old && !old.isDirectory()) unlinkSync(path);
  const stands = like !== null && entryAt(like)?.isFile() === true;
  const replaced = process.platform === "win32" && stands && dirname(like) === dirname(path) ? like : null;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | SAFE;
  const descriptor = openSync(path, replaced === null ? flags : flags | HELD, stands ? 0o600 : 0o666);
  try {
    if (replaced !== null) keepEntries(replaced, path);
    else if (stands) takeAfter(descriptor, like);
    for (const chunk of chunks) {
      let done = 0;
      while (done < chunk.length) done += writeSync(descriptor, chunk, done, chunk.length - done);
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** libuv's flag for a file that the system itself removes when it is closed, even where the process is killed (UV_FS_O_TEMPORARY). */
const TEMPORARY = 0x40;

/** POSIX answers without a file. Windows has no such question: a file is made that no other program ever sees closed. */
function probe(folder: string): void {
  if (process.platform !== "win32") {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return;
  }
  const { O_CREAT, O_EXCL, O_WRONLY } = constants;
  const path = join(folder, `.tierwright-probe-${randomBytes(6).toString("hex")}`);
  closeSync(openSync(path, O_CREAT | O_EXCL | O_WRONLY | TEMPORARY));
}

/** The machine's own file system, as the swap protocol uses it: what is written is flushed, and so is the folder of a rename. */
export const swapFiles: SwapFiles = {
  stat: statOf,
  real,
  list: (path) => readdirSync(path),
  read: (path, largest = LARGEST_READ) =>
    ordinary(path, (descriptor, size) => {
      if (size > largest) throw Object.assign(new Error("too large"), { code: "ERR_FS_FILE_TOO_LARGE", path, size, largest });
      return readFileSync(descriptor);
    }),
  hash,
  makeFolder: (path, alone) => void mkdirSync(path, alone ? 0o700 : 0o777),
  write,
  rename(from, to) {
    refuseTarget(to);
    renameSync(from, to);
    flushFolder(dirname(to));
    if (dirname(from) !== dirname(to)) flushFolder(dirname(from));
  },
  replace(from, to) {
    renameSync(from, to);
    flushFolder(dirname(to));
  },
  remove(path) {
    unlinkSync(path);
    flushFolder(dirname(path));
  },
  probe,
  removeFolder: (path) => rmdirSync(path),
  removeTree: (path) => rmSync(path, { recursive: true, maxRetries: 3 }),
};
