import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  unlinkSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { systemCode } from "../kernel/index.ts";
import { readPlainFile } from "./ordinary-file.ts";
import { homeFolder } from "./home-folder.ts";
import type { Lying, OpenFolder, SweepFiles, SweepWorld } from "./machine.ts";
import { swapFiles } from "./swap-files.ts";

const lying = (stat: BigIntStats): Lying => ({
  kind: stat.isSymbolicLink() ? "link" : stat.isDirectory() ? "folder" : stat.isFile() ? "file" : "other",
  size: stat.size,
  modified: stat.mtimeNs,
  device: stat.dev,
  inode: stat.ino,
});

function statOf(path: string): Lying | null {
  try {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stat ? lying(stat) : null;
  } catch (error) {
    if (systemCode(error) === "ENOTDIR") return null;
    throw error;
  }
}

const below = (folder: string, itself: Lying): OpenFolder => ({
  itself,
  stat: (name) => statOf(join(folder, name)),
  remove: (name) => unlinkSync(join(folder, name)),
});

/** The folder of /proc in which each open descriptor is a path to its folder, wherever that folder was moved (proc(5)). */
const DESCRIPTORS = "/proc/self/fd";

function byDescriptor<T>(folder: string, use: (open: OpenFolder) => T): T {
  const flags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);
  const descriptor = openSync(folder, flags);
  try {
    const held = `${DESCRIPTORS}/${descriptor}`;
    return use(below(held, lying(fstatSync(descriptor, { bigint: true }))));
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Runs `use` in a folder by making it the working directory, on systems other than Linux: nobody can exchange the folder then, because
 * Windows does not let it be moved or deleted, and POSIX keeps it open.
 */
function byCurrentFolder<T>(folder: string, use: (open: OpenFolder) => T): T {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return use(below(".", lying(lstatSync(".", { bigint: true }))));
  } finally {
    process.chdir(before);
  }
}

function withinFolder<T>(folder: string, use: (open: OpenFolder) => T): T {
  if (process.platform === "linux" && statOf(`${DESCRIPTORS}/0`) !== null) return byDescriptor(folder, use);
  return byCurrentFolder(folder, use);
}

/** Yields the files that processes of this machine have open, as far as this account can see them (proc(5)); none on systems without /proc. */
function* openFiles(): Generator<string> {
  const names = (path: string): readonly string[] => {
    try {
      return readdirSync(path);
    } catch {
      return []; // the process has ended meanwhile, or it belongs to another account
    }
  };
  for (const pid of names("/proc").filter((name) => /^[0-9]+$/.test(name)))
    for (const descriptor of names(`/proc/${pid}/fd`)) {
      try {
        yield readlinkSync(`/proc/${pid}/fd/${descriptor}`);
      } catch {
        // the process has ended or the file was closed meanwhile
      }
    }
}

/** Returns access to the files of this machine for `sweep`. */
function sweepFiles(): SweepFiles {
  // the open files are listed once for a sweep: a file opened later is detected because it changed, or the system refuses to delete it
  let open: ReadonlySet<string> | null = null;
  return {
    stat: statOf,
    real: swapFiles.real,
    list: swapFiles.list,
    read: readPlainFile,
    within: withinFolder,
    removeFolder: swapFiles.removeFolder,
    inUse(path) {
      if (process.platform !== "linux") return false;
      open ??= new Set(openFiles());
      return open.has(path);
    },
  };
}

/** Returns the `SweepWorld` of this machine. */
export function sweepWorld(): SweepWorld {
  const home = homeFolder();
  return {
    files: sweepFiles(),
    windows: process.platform === "win32",
    tops: home === "" ? [] : [home],
    join,
    split: (path) => ({ folder: dirname(path), name: basename(path) }),
    contains(outer, inner) {
      const way = relative(outer, inner);
      return way === "" || !(isAbsolute(way) || /^\.\.(?:[\\/]|$)/.test(way));
    },
  };
}
