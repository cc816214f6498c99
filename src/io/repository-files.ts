import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  statSync,
} from "node:fs";
import { join } from "node:path";

/** The largest file that is read as configuration; a larger one is reported from its size alone. */
export const LARGEST_FILE = 4 * 1024 * 1024;

export type ReadResult =
  | { readonly kind: "file"; readonly bytes: Buffer }
  | { readonly kind: "missing" }
  /** A folder, a device, no rights, a loop of links: `why` completes "cannot be read: ...". */
  | { readonly kind: "unreadable"; readonly why: string }
  | { readonly kind: "too-large"; readonly size: number };

export interface DirectoryEntry {
  readonly name: string;
  readonly directory: boolean;
}

/** Words for an error code of the operating system; the message of the runtime (with its stack) never reaches a user. */
export function describeError(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? "";
  const words: Record<string, string> = {
    EACCES: "no permission to read it",
    EPERM: "the operating system does not permit it",
    EISDIR: "it is a folder, a file is expected",
    ENOTDIR: "a part of its path is not a folder",
    ELOOP: "its symbolic links form a loop",
    ENOENT: "it does not exist, or is a link that leads nowhere",
    ENAMETOOLONG: "its name is too long",
    EMFILE: "too many files are open",
    ENOSPC: "no space is left on the device",
    EROFS: "the file system is read-only",
    EBUSY: "it is in use",
    EIO: "the device reports an input/output error",
    EEXIST: "something of that name exists already",
  };
  return words[code] ?? (code === "" ? "an unexpected error" : `the operating system says ${code}`);
}

/** The files of one config repository. Paths are relative to its root, with '/'. */
export class RepositoryFiles {
  /** While set, every path that is asked for and what was there: the inputs of whatever is being computed. */
  record: Map<string, string> | null = null;

  constructor(readonly root: string) {}

  absolute(path: string): string {
    return join(this.root, ...path.split("/"));
  }

  read(path: string, largest: number = LARGEST_FILE): ReadResult {
    const result = this.#read(path, largest);
    this.record?.set(path, stateOf(result));
    return result;
  }

  /** What a recorded path is now, in the same words. */
  state(path: string): string {
    if (!path.endsWith("/")) return this.#fastState(path) ?? stateOf(this.#read(path, LARGEST_FILE));
    return listState(this.#list(path.slice(0, -1)));
  }

  /**
   * The same as `stateOf(read)` for an ordinary UTF-8 file or an absent one, in the two cheapest calls of the runtime.
   * A text with U+FFFD may stand for bytes that are no UTF-8, so that one is left to the exact way (null).
   */
  #fastState(path: string): string | null {
    const absolute = `${this.root}/${path}`;
    const stat = statSync(absolute, { throwIfNoEntry: false });
    if (!stat) return isLink(absolute) ? null : "missing";
    if (!stat.isFile() || stat.size > LARGEST_FILE) return null;
    try {
      const text = readFileSync(absolute, "utf8");
      return text.includes("\uFFFD") ? null : createHash("sha256").update(text).digest("base64url");
    } catch {
      return null;
    }
  }

  #read(path: string, largest: number): ReadResult {
    const absolute = this.absolute(path);
    // asked first, because a thrown error is dear and most optional files are absent
    if (!existsSync(absolute) && !isLink(absolute)) return { kind: "missing" };
    let descriptor: number;
    try {
      // non-blocking, so that a named pipe in the place of a file cannot hold the run up
      descriptor = openSync(absolute, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    } catch (error) {
      return { kind: "unreadable", why: describeError(error) };
    }
    try {
      const stat = fstatSync(descriptor);
      if (stat.isDirectory()) return { kind: "unreadable", why: "it is a folder, a file is expected" };
      if (!stat.isFile()) return { kind: "unreadable", why: "it is not an ordinary file" };
      if (stat.size > largest) return { kind: "too-large", size: stat.size };
      return { kind: "file", bytes: readAll(descriptor, stat.size) };
    } catch (error) {
      return { kind: "unreadable", why: describeError(error) };
    } finally {
      closeSync(descriptor);
    }
  }

  /** Entries of a folder in code unit order; null when there is no such folder; links are followed. */
  list(path: string): readonly DirectoryEntry[] | null {
    const entries = this.#list(path);
    this.record?.set(`${path}/`, listState(entries));
    return entries;
  }

  #list(path: string): readonly DirectoryEntry[] | null {
    // asked first, because a thrown error is dear and most environments have no such folder
    if (!existsSync(this.absolute(path))) return null;
    try {
      return readdirSync(this.absolute(path), { withFileTypes: true })
        .map((entry) => ({
          name: entry.name,
          directory: entry.isDirectory() || (entry.isSymbolicLink() && this.isDirectory(`${path}/${entry.name}`)),
        }))
        .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    } catch {
      return null;
    }
  }

  isDirectory(path: string): boolean {
    try {
      return statSync(this.absolute(path)).isDirectory();
    } catch {
      return false;
    }
  }
}

/** A link that leads nowhere, or round in a circle, is not 'missing': its target is what somebody must mend. */
function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function stateOf(result: ReadResult): string {
  if (result.kind === "file") return createHash("sha256").update(result.bytes).digest("base64url");
  return result.kind === "too-large" ? `too-large:${result.size}` : result.kind;
}

function listState(entries: readonly DirectoryEntry[] | null): string {
  if (entries === null) return "missing";
  return createHash("sha256")
    .update(entries.map((entry) => `${entry.name}${entry.directory ? "/" : ""}`).join("\n"))
    .digest("base64url");
}

function readAll(descriptor: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const count = readSync(descriptor, bytes, filled, size - filled, filled);
    if (count === 0) break;
    filled += count;
  }
  return filled === size ? bytes : bytes.subarray(0, filled);
}
