import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, openSync, realpathSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Release } from "./machine.ts";
import { systemCode } from "../kernel/index.ts";

/** libuv's flag for a file that nobody else may open: Windows and macOS honour it (UV_FS_O_EXLOCK). */
const EXCLUSIVE: Readonly<Partial<Record<NodeJS.Platform, number>>> = { win32: 0x10000000, darwin: 0x20 };

const ATTEMPTS = 8;
const PAUSE_MS = 25;

const FILE_ATTEMPTS = 15;
const FILE_PAUSE_MS = 100;

/** Bytes of a socket's name on Linux (sun_path). */
const ABSTRACT_LENGTH = 108;

/** The lock is opened for writing: a link that somebody planted would be followed. */
function refuseOtherThanFile(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat || stat.isFile()) return;
  const what = stat.isSymbolicLink() ? "a link" : "not an ordinary file";
  throw new Error(`${path} is ${what}, and the lock is an ordinary file: find out who put it there, and remove it`);
}

/** What was opened is what lies there: a link that came in between, where the system can follow one, is refused before anything is done. */
function refuseOther(path: string, descriptor: number): void {
  const [opened, lies] = [fstatSync(descriptor, { bigint: true }), lstatSync(path, { bigint: true, throwIfNoEntry: false })];
  if (opened.isFile() && lies?.isFile() && opened.ino === lies.ino) return;
  throw new Error(`${path} was exchanged while it was opened: find out who writes there, then run this again`);
}

/** Windows has no O_NOFOLLOW. */
const SAFE = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The lock as a file, for the systems that can open one exclusively; `flag`: how they are told so. */
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
        // the next runner has it already
      }
    };
  } catch (error) {
    if (descriptor !== null) closeSync(descriptor);
    if (["EBUSY", "EAGAIN", "EWOULDBLOCK"].includes(systemCode(error))) return null;
    throw error;
  }
}

/** The name of the abstract socket that is the lock of a folder. */
export const lockName = (folder: string): string =>
  `tierwright-swap-${createHash("sha256").update(realpathSync(folder), "utf8").digest("hex").slice(0, 32)}`;

/** Linux has no such flag; an abstract socket is as good: one name, one owner, and the system frees it when the process dies. */
function bySocket(folder: string): Promise<Release | null> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? resolve(null) : reject(error)));
    // the name has a fixed length: some versions of Node fill it up with zeros and others do not, which would be two names
    server.listen({ path: `\0${lockName(folder)}`.padEnd(ABSTRACT_LENGTH, "\0") }, () => {
      server.unref();
      resolve(() => new Promise((done) => server.close(() => done())));
    });
  });
}

/**
 * A program that is just being started holds a copy of every open socket until its own code is loaded: the lock of a run that is over may
 * live on for that moment, so a taken name is asked for again before it counts.
 */
async function bySocketSoon(folder: string): Promise<Release | null> {
  for (let attempt = 1; ; attempt++) {
    const release = await bySocket(folder);
    if (release || attempt === ATTEMPTS) return release;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** A scanner may look at the file that was just made; a lock that another runner holds is held for longer. */
async function byFileSoon(path: string, flag: number): Promise<Release | null> {
  for (let attempt = 1; ; attempt++) {
    const release = byFile(path, flag);
    if (release || attempt === FILE_ATTEMPTS) return release;
    await new Promise((resolve) => setTimeout(resolve, FILE_PAUSE_MS));
  }
}

/** The lock of a .swap folder for the life of this process; null when another runner has it. It is never left behind (docs/swap-protocol.md). */
export async function lockFolder(folder: string): Promise<Release | null> {
  const flag = EXCLUSIVE[process.platform];
  return flag === undefined ? bySocketSoon(folder) : byFileSoon(join(folder, "lock"), flag);
}
