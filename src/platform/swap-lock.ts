import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, openSync, realpathSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Release } from "./machine.ts";
import { systemCode } from "../kernel/index.ts";

/** libuv's flag for a file that no other process can open (UV_FS_O_EXLOCK), on Windows and macOS. */
const EXCLUSIVE: Readonly<Partial<Record<NodeJS.Platform, number>>> = { win32: 0x10000000, darwin: 0x20 };

const ATTEMPTS = 8;
const PAUSE_MS = 25;

const FILE_ATTEMPTS = 15;
const FILE_PAUSE_MS = 100;

/** The length of an abstract socket's name on Linux in bytes (sun_path). */
const ABSTRACT_LENGTH = 108;

/**
 * Throws if the lock file's path leads to anything else than an ordinary file: opening it would follow a symbolic link that somebody
 * planted.
 */
function refuseOtherThanFile(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat || stat.isFile()) return;
  const what = stat.isSymbolicLink() ? "a link" : "not an ordinary file";
  throw new Error(`${path} is ${what}, and the lock is an ordinary file: find out who put it there, and remove it`);
}

/** Throws if the opened file is not the one at the path: a symbolic link that appeared meanwhile is refused before anything is done. */
function refuseOther(path: string, descriptor: number): void {
  const [opened, lies] = [fstatSync(descriptor, { bigint: true }), lstatSync(path, { bigint: true, throwIfNoEntry: false })];
  if (opened.isFile() && lies?.isFile() && opened.ino === lies.ino) return;
  throw new Error(`${path} was exchanged while it was opened: find out who writes there, then run this again`);
}

/** Flags with which a symbolic link is not followed; Windows has no O_NOFOLLOW. */
const SAFE = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Takes the lock by opening a file exclusively with `flag`, on systems that have such an open (Windows, macOS). Returns null if another
 * process that deploys (Tierwright or deploy.ps1) holds the lock.
 */
export function byFile(path: string, flag: number): Release | null {
  refuseOtherThanFile(path);
  let descriptor: number | null = null;
  try {
    const held = openSync(path, constants.O_RDWR | constants.O_CREAT | SAFE | flag);
    descriptor = held;
    refuseOther(path, held);
    return () => {
      closeSync(held);
      try {
        rmSync(path, { force: true });
      } catch {
        // the next process that deploys already has the lock file open
      }
    };
  } catch (error) {
    if (descriptor !== null) closeSync(descriptor);
    if (["EBUSY", "EAGAIN", "EWOULDBLOCK"].includes(systemCode(error))) return null;
    throw error;
  }
}

/** Returns the name of the abstract socket that is the lock of a folder. */
export const lockName = (folder: string): string =>
  `tierwright-swap-${createHash("sha256").update(realpathSync(folder), "utf8").digest("hex").slice(0, 32)}`;

/**
 * Takes the lock as an abstract socket on Linux, which has no exclusive open: a socket name has one owner, and the system frees the name
 * when the process ends. Returns null if another process that deploys (Tierwright or deploy.ps1) holds the lock.
 */
function bySocket(folder: string): Promise<Release | null> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? resolve(null) : reject(error)));
    // the name is padded to a fixed length: some versions of Node pad it with zeros and others do not, which would be two names
    server.listen({ path: `\0${lockName(folder)}`.padEnd(ABSTRACT_LENGTH, "\0") }, () => {
      server.unref();
      resolve(() => new Promise((done) => server.close(() => done())));
    });
  });
}

/**
 * Takes the socket lock with retries: a program that is just being started has a copy of every open socket until its own code is loaded, so
 * the lock of a run that has ended can exist for a moment longer.
 */
async function bySocketSoon(folder: string): Promise<Release | null> {
  for (let attempt = 1; ; attempt++) {
    const release = await bySocket(folder);
    if (release || attempt === ATTEMPTS) return release;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/**
 * Takes the file lock with retries: a virus scanner can hold the new file for a moment; another process that deploys holds its lock longer
 * than all retries take.
 */
async function byFileSoon(path: string, flag: number): Promise<Release | null> {
  for (let attempt = 1; ; attempt++) {
    const release = byFile(path, flag);
    if (release || attempt === FILE_ATTEMPTS) return release;
    await new Promise((resolve) => setTimeout(resolve, FILE_PAUSE_MS));
  }
}

/**
 * Takes the lock of a .swap folder for the life of this process. Returns null if another process that deploys (Tierwright or deploy.ps1)
 * holds it. The lock never outlives the process (docs/swap-protocol.md).
 */
export async function lockFolder(folder: string): Promise<Release | null> {
  const flag = EXCLUSIVE[process.platform];
  return flag === undefined ? bySocketSoon(folder) : byFileSoon(join(folder, "lock"), flag);
}
