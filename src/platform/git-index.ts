import { lstatSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { append } from "../kernel/index.ts";
import { findGit, type GitFolder } from "./git-folder.ts";
import { folded } from "./git-name.ts";
import { readOrdinaryFile } from "./ordinary-file.ts";

/** Largest size of an index that is read; the index of a repository with a million files is smaller. */
const LARGEST = 256 * 1024 * 1024;
/** Number of bytes of an entry before its hash: timestamps, file system ids and the size. */
const STAT = 40;
/** Offset of the mode in an entry. */
const MODE = 24;
const GITLINK = 0o160000;
const EXTENDED = 0x4000;

interface Entry {
  /** Name with one character for each byte. */
  readonly name: string;
  /** The commit of a submodule; null for anything else. */
  readonly commit: string | null;
}

interface Index {
  readonly entries: readonly Entry[];
  /** The hash of the shared index that this one is based on; null if this index is complete. */
  readonly shared: string | null;
}

/** Reads a variable-width number of an index of version 4. */
function variable(bytes: Buffer, at: number): { readonly value: number; readonly next: number } {
  let [byte = 0, next] = [bytes[at], at + 1];
  let value = byte & 127;
  while (byte & 128) {
    byte = bytes[next++] ?? 0;
    value = (value + 1) * 128 + (byte & 127);
  }
  return { value, next };
}

/**
 * Parses a git index with hashes of `hash` bytes (gitformat-index). Returns null if the bytes are no index: its parts must end where the file
 * ends.
 */
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

/** Returns the entries of a work tree's index, including those of its shared index, even deleted ones. Returns null if it cannot be read. */
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
 * Returns whether git tracks a folder or anything below it in its checkout: then a commit possibly created it. Returns false outside a
 * checkout, null if the index cannot be read. Does not run git, because the answer decides whether the folder is used at all.
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
      // in a sparse checkout, the index can contain only the folder, with '/' at its end
      return `${path}/`.startsWith(at) || (path.endsWith("/") && at.startsWith(path));
    });
  } catch {
    return null;
  }
}

/**
 * Returns the submodules in the index of a checkout: the commit of each by its path below the top. Returns an empty map if the index cannot be
 * read.
 */
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
