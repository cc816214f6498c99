import { lstatSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { append } from "../kernel/index.ts";
import { findGit, type GitFolder } from "./git-folder.ts";
import { folded } from "./git-name.ts";
import { readOrdinaryFile } from "./ordinary-file.ts";

/** An index of a repository of a million files is smaller. */
const LARGEST = 256 * 1024 * 1024;
/** Bytes of an entry before its hash: times, numbers of the file system, and the size. */
const STAT = 40;
/** Where its mode stands. */
const MODE = 24;
const GITLINK = 0o160000;
const EXTENDED = 0x4000;

interface Entry {
  /** A byte is a character. */
  readonly name: string;
  /** The commit of a submodule; null: something else. */
  readonly commit: string | null;
}

interface Index {
  readonly entries: readonly Entry[];
  /** The hash of the index that this one is a change of; null: it is whole. */
  readonly shared: string | null;
}

/** Reads a number as git writes it in an index of version 4. */
function variable(bytes: Buffer, at: number): { readonly value: number; readonly next: number } {
  let [byte = 0, next] = [bytes[at], at + 1];
  let value = byte & 127;
  while (byte & 128) {
    byte = bytes[next++] ?? 0;
    value = (value + 1) * 128 + (byte & 127);
  }
  return { value, next };
}

/** Reads an index with hashes of so many bytes (gitformat-index). Returns null if it is none: its parts have to end where the file does. */
function indexOf(bytes: Buffer, hash: 20 | 32): Index | null {
  if (bytes.length < 12 + hash || bytes.toString("latin1", 0, 4) !== "DIRC") return null;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return null;
  const entries: Entry[] = [];
  let [at, name] = [12, ""];
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const flags = at + STAT + hash;
    if (flags + 2 > bytes.length) return null;
    let from = flags + ((bytes.readUInt16BE(flags) & EXTENDED) === 0 ? 2 : 4);
    let kept = "";
    if (version === 4) {
      const { value, next } = variable(bytes, from);
      [kept, from] = [name.slice(0, Math.max(0, name.length - value)), next];
    }
    const end = bytes.indexOf(0, from);
    if (end < 0) return null;
    name = kept + bytes.toString("latin1", from, end);
    const isLink = bytes.readUInt32BE(at + MODE) === GITLINK;
    entries.push({ name, commit: isLink ? bytes.toString("hex", at + STAT, at + STAT + hash) : null });
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  let shared: string | null = null;
  const end = bytes.length - hash;
  while (at + 8 <= end) {
    if (bytes.toString("latin1", at, at + 4) === "link") shared = bytes.toString("hex", at + 8, at + 8 + hash);
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === end ? { entries, shared: shared !== null && /[^0]/.test(shared) ? shared : null } : null;
}

/** Entries that the index of a work tree has, also those that it took away from a shared one. Returns null if it cannot be read. */
function entriesIn(own: string): readonly Entry[] | null {
  const entries: Entry[] = [];
  for (let file: string | null = "index"; file !== null; ) {
    const path = join(own, file);
    if (file === "index" && !lstatSync(path, { throwIfNoEntry: false })) return []; // nothing was added yet
    const read = readOrdinaryFile(path, LARGEST);
    const index: Index | null = read.kind === "file" ? (indexOf(read.bytes, 20) ?? indexOf(read.bytes, 32)) : null;
    if (index === null) return null;
    append(entries, index.entries);
    file = index.shared !== null && file === "index" ? `sharedindex.${index.shared}` : null;
  }
  return entries;
}

const pathOf = ({ name }: Entry): string => Buffer.from(name, "latin1").toString("utf8");

/**
 * Returns whether git tracks a folder or anything below it, in the checkout that it lies in: a commit may have brought it then. False where no
 * checkout is; null if its index cannot be read. git is not started: the question is asked before anything is done because of a folder.
 */
export function isTracked(folder: string): boolean | null {
  try {
    const git = findGit(folder);
    if (!git) return false;
    const below = relative(git.top, realpathSync.native(folder)).split(sep).join("/");
    const entries = entriesIn(git.own);
    if (entries === null || below === "") return entries && entries.length > 0;
    const at = `${folded(below)}/`;
    return entries.some((entry) => {
      const path = folded(pathOf(entry));
      // of a folder that is not checked out the index may have the folder alone, with '/' at its end
      return `${path}/`.startsWith(at) || (path.endsWith("/") && at.startsWith(path));
    });
  } catch {
    return null;
  }
}

/** Returns the submodules that the index of a checkout has, by their paths below its top, with the commit of each; none where it cannot be read. */
export function submodulesIn({ own }: GitFolder): ReadonlyMap<string, string> {
  try {
    return new Map(
      (entriesIn(own) ?? []).flatMap((entry) =>
        entry.commit === null || entry.name === "" ? [] : [[pathOf(entry), entry.commit]],
      ),
    );
  } catch {
    return new Map();
  }
}
