import { lstatSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { findGit, type GitFolder } from "./git-folder.ts";
import { foldName } from "./git-name.ts";
import { readOrdinaryFile } from "./ordinary-file.ts";

/** The largest git index that is read, in bytes; that of a repository with a million files is smaller. */
const LARGEST = 256 * 1024 * 1024;
/** The number of bytes of a git index entry before its object hash: timestamps, file system ids and the size. */
const STAT = 40;
/** The offset of the file's mode in an entry of the git index. */
const MODE = 24;
const GITLINK = 0o160000;
const EXTENDED = 0x4000;

interface Entry {
  /** The path of the file in the git index, one character for each byte. */
  readonly name: string;
  /** The commit of a submodule; null for a file or symbolic link. */
  readonly commit: string | null;
}

interface Index {
  readonly entries: readonly Entry[];
  /** The shared index (of git's split index) that this index is based on; null if this index is complete. */
  readonly shared: {
    readonly hash: string;
    /** Two EWAH bitmaps of the shared index's entries: the deleted ones, and those that an entry of this index replaces. */
    readonly changes: Buffer;
  } | null;
}

/** Returns a number of variable width from a git index of version 4, and the offset after it. */
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
  let shared: Index["shared"] = null;
  const end = bytes.length - hash;
  while (at + 8 <= end) {
    const next = at + 8 + bytes.readUInt32BE(at + 4);
    if (bytes.toString("latin1", at, at + 4) === "link") {
      const digest = bytes.toString("hex", at + 8, at + 8 + hash);
      if (/[^0]/.test(digest)) shared = { hash: digest, changes: bytes.subarray(at + 8 + hash, next) };
    }
    at = next;
  }
  return at === end ? { entries, shared } : null;
}

/**
 * Returns the numbers of the set bits of an EWAH bitmap (gitformat-bitmap) at an offset, and the offset behind it. Throws if the bitmap is
 * truncated or has a bit that is not below `count`.
 */
function setBits(bytes: Buffer, at: number, count: number): { readonly bits: ReadonlySet<number>; readonly next: number } {
  const bits = new Set<number>();
  const add = (bit: number): void => {
    if (bit >= count) throw new RangeError("a bit of no entry");
    bits.add(bit);
  };
  const end = at + 8 + 8 * bytes.readUInt32BE(at + 4);
  let bit = 0;
  for (let word = at + 8; word < end; ) {
    const marker = bytes.readBigUInt64BE(word);
    word += 8;
    const run = 64 * Number((marker >> 1n) & 0xffff_ffffn);
    if ((marker & 1n) === 1n) for (let i = 0; i < run; i++) add(bit + i);
    bit += run;
    for (let literals = Number(marker >> 33n); literals > 0; literals--, bit += 64, word += 8) {
      const literal = bytes.readBigUInt64BE(word);
      for (let i = 0; i < 64; i++) if ((literal >> BigInt(i)) & 1n) add(bit + i);
    }
  }
  return { bits, next: end + 4 };
}

function indexIn(path: string): Index | null {
  const read = readOrdinaryFile(path, LARGEST);
  return read.kind === "file" ? (indexOf(read.bytes, 20) ?? indexOf(read.bytes, 32)) : null;
}

/** Returns the entries of a work tree's index with those of its shared index. Returns null, or throws, if it cannot be read. */
function entriesIn(folder: string): readonly Entry[] | null {
  const path = join(folder, "index");
  if (!lstatSync(path, { throwIfNoEntry: false })) return []; // no index exists before the first `git add`
  const index = indexIn(path);
  if (index?.shared == null) return index?.entries ?? null;
  const shared = indexIn(join(folder, `sharedindex.${index.shared.hash}`));
  if (shared === null) return null;
  const { changes } = index.shared;
  if (changes.length === 0) return [...shared.entries, ...index.entries];
  const deleted = setBits(changes, 0, shared.entries.length);
  const replaced = setBits(changes, deleted.next, shared.entries.length);
  // the first entries of the index replace shared ones, in order, and have no names of their own
  const replacing = index.entries.values();
  const kept = shared.entries.map((entry, i) =>
    replaced.bits.has(i) ? { name: entry.name, commit: replacing.next().value?.commit ?? null } : entry,
  );
  return [...kept.filter((_, i) => !deleted.bits.has(i)), ...replacing];
}

const pathOf = ({ name }: Entry): string => Buffer.from(name, "latin1").toString("utf8");

/**
 * Returns whether git tracks a folder or anything below it in its checkout: then a commit possibly created it. Returns false outside a
 * checkout, null if the index cannot be read. Does not run git, because the result decides whether Tierwright uses the folder at all.
 */
export function isTracked(folder: string): boolean | null {
  try {
    const git = findGit(folder);
    if (!git) return false;
    const below = relative(git.top, realpathSync.native(folder)).split(sep).join("/");
    const entries = entriesIn(git.own);
    if (entries === null || below === "") return entries && entries.length > 0;
    const at = `${foldName(below)}/`;
    return entries.some((entry) => {
      const path = foldName(pathOf(entry));
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
