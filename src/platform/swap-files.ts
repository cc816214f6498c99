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
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  rmdirSync,
  unlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Stat, SwapFiles } from "./machine.ts";
import { fileChunks, readPlainFile } from "./ordinary-file.ts";
import { keepEntries } from "./windows-rights.ts";
import { systemCode } from "../kernel/index.ts";
import { writeAll } from "./write-file.ts";

/** The largest file of a workstation's installation that is read into memory, in bytes. */
const LARGEST_READ = 512 * 1024 * 1024;

/** Flushes a folder, which makes a rename in it durable. Does nothing on Windows, which journals folders itself and cannot open one. */
function flushFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Returns the file entry of a path; undefined if there is none. A path below a file has none; POSIX reports an error for it, Windows does
 * not.
 */
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
  // Node maps Windows' read-only attribute to the owner's write bit
  return { kind, size: stat.size, modified: stat.mtimeMs, writable: (stat.mode & 0o200) !== 0 };
}

function real(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (["EACCES", "EPERM"].includes(systemCode(error))) throw error;
    return null; // a broken or circular symbolic link, or a missing drive
  }
}

/** Flags with which a symbolic link is not followed and opening a pipe does not block. Windows has neither flag. */
const SAFE = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

function hash(path: string): { size: number; sha256: string } {
  const sum = createHash("sha256");
  let size = 0;
  for (const piece of fileChunks(path, false, "no")) {
    sum.update(piece);
    size += piece.length;
  }
  return { size, sha256: sum.digest("hex") };
}

/** Throws EEXIST if the target exists: POSIX would silently replace an empty folder or a file. */
function refuseTarget(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })) {
    throw Object.assign(new Error("something lies there already"), { code: "EEXIST", syscall: "rename", path });
  }
}

/**
 * Copies mode and owner of the file that a new one will replace, except on Windows. Ignores the owner if this account must not change it.
 */
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

/** libuv's flag for a file that no other process can read, write, rename or delete while it is open (UV_FS_O_EXLOCK); used on Windows only. */
const HELD = 0x10000000;

/**
 * Writes a new file and flushes it.
 * @param like the file whose mode and owner the new file gets. On Windows, the new file gets the access entries of `like` if both are in
 * one folder; otherwise the new file has the rights of its folder.
 * @param alone true if only this account can read a new file for which `like` does not exist; ignored on Windows.
 */
function write(path: string, chunks: Iterable<Uint8Array>, like: string | null = null, alone = false): void {
  const old = entryAt(path);
  if (old && !old.isDirectory()) unlinkSync(path);
  const stands = like !== null && entryAt(like)?.isFile() === true;
  const replaced = process.platform === "win32" && stands && dirname(like) === dirname(path) ? like : null;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | SAFE;
  const descriptor = openSync(path, replaced === null ? flags : flags | HELD, stands || alone ? 0o600 : 0o666);
  try {
    if (replaced !== null) keepEntries(replaced, path);
    else if (stands) takeAfter(descriptor, like);
    for (const chunk of chunks) writeAll(descriptor, chunk);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** libuv's flag for a file that the system deletes when it is closed, even if the process is killed (UV_FS_O_TEMPORARY). */
const TEMPORARY = 0x40;

/**
 * Throws if this account cannot create a file in a folder. POSIX can be asked without creating a file. Windows has no such query, so a
 * temporary file is created that the system deletes at once.
 */
function probe(folder: string): void {
  if (process.platform !== "win32") {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return;
  }
  const { O_CREAT, O_EXCL, O_WRONLY } = constants;
  const path = join(folder, `.tierwright-probe-${randomBytes(6).toString("hex")}`);
  closeSync(openSync(path, O_CREAT | O_EXCL | O_WRONLY | TEMPORARY));
}

/** The machine's own file system, as the swap protocol uses it. Writes are flushed, and so is the folder of a rename. */
export const swapFiles: SwapFiles = {
  stat: statOf,
  real,
  list: (path) => readdirSync(path),
  read: (path, largest = LARGEST_READ) => readPlainFile(path, largest),
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
