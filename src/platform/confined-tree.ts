import { errnoWords, systemCode } from "../kernel/index.ts";
import { Confinement, type Refused } from "./confined.ts";
import { crypto } from "./crypto.ts";
import type { FileSystem, FolderEntry } from "./file-system.ts";
import { lfsPointer, POINTER_START } from "./lfs-pointer.ts";
import type { InputRecord } from "./input-record.ts";
import {
  type DirectoryEntry,
  documentsIn,
  LARGEST_FILE,
  type ListResult,
  listState,
  type OpenTree,
  type ReadResult,
  ROOT_DOCUMENTS,
  stateOf,
  type TreeDescription,
  type Unreadable,
} from "./source-tree.ts";
import type { Stamps } from "./stamp.ts";

/** Returns an error of the operating system in words. Node's message (with its stack) never reaches a user. */
export function describeError(error: unknown): string {
  const code = systemCode(error);
  return errnoWords(error) ?? (code === "" ? "an unexpected error" : `the operating system reports ${code}`);
}

/** Returns a file's content, or `unreadable` for a Git LFS pointer: parsed as YAML or properties, the pointer would be taken for the real content. */
function withoutPointer(read: ReadResult): ReadResult {
  if (read.kind !== "file" || !lfsPointer(read.bytes, read.bytes.length)) return read;
  return { kind: "unreadable", why: "it is a Git LFS pointer, and its content is not here; `git lfs pull` brings it" };
}

const BROKEN_LINK: Unreadable = { kind: "unreadable", why: "it is a link that leads nowhere" };

const unreadable = (refused: Refused): Unreadable => ({ kind: "unreadable", ...refused });

/** The results of earlier path look-ups in one source tree, which all views of the tree (`recorded`) share. */
interface Looked {
  readonly confined: Confinement;
  /** The results of `#folderFault` by folder: the reason why nothing below the folder can be read; null if there is none. */
  readonly faults: Map<string, Unreadable | null>;
}

/**
 * The source tree of one config repository. Each path is checked before it is read: it must not lead out of the repository or into .git.
 */
export class ConfinedTree implements OpenTree {
  readonly #looked: Looked;

  constructor(
    private readonly files: FileSystem,
    readonly described: TreeDescription,
    private readonly seen: InputRecord | null = null,
    looked: Looked = { confined: new Confinement(files), faults: new Map() },
  ) {
    this.#looked = looked;
  }

  recorded(seen: InputRecord): ConfinedTree {
    return new ConfinedTree(this.files, this.described, seen, this.#looked);
  }

  unchanged(stamps: Stamps): boolean {
    return this.files.unchanged(stamps);
  }

  read(path: string, largest: number = LARGEST_FILE): ReadResult {
    const result = this.#read(path, largest);
    this.seen?.note(path, stateOf(result), result.kind === "file" || result.kind === "missing");
    return result;
  }

  state(path: string): string {
    if (!path.endsWith("/")) return this.#fastState(path) ?? stateOf(this.#read(path, LARGEST_FILE));
    return listState(this.#listed(path.slice(0, -1)));
  }

  /**
   * Returns `stateOf(read)` for an ordinary UTF-8 file or a missing one with the two cheapest calls of Node. Returns null for everything
   * else, also for a text with U+FFFD: its bytes are possibly not UTF-8, so the caller must read them.
   */
  #fastState(path: string): string | null {
    try {
      const placed = this.#looked.confined.place(path);
      if (placed.refused) return null;
      const { stat } = placed;
      if (stat && (!stat.isFile() || stat.size > LARGEST_FILE)) return null;
      this.seen?.look(path, stat, this.#looked.confined.found);
      if (!stat) return this.#missing(path).kind === "missing" ? "missing" : null;
      const text = this.files.text(path);
      if (text.startsWith(POINTER_START)) return null;
      return text.includes("\uFFFD") ? null : crypto().hash("sha256", text, "base64url");
    } catch {
      return null;
    }
  }

  #read(path: string, largest: number): ReadResult {
    try {
      const placed = this.#looked.confined.place(path);
      if (placed.refused) return unreadable(placed.refused);
      const { stat } = placed;
      this.seen?.look(path, stat, this.#looked.confined.found);
      // tested before reading, because a thrown error is slow and most optional files are missing
      if (!stat) return this.#missing(path);
      if (stat.isSymbolicLink() && !this.files.stat(path)) return BROKEN_LINK;
      return withoutPointer(this.files.read(path, largest, stat.isSymbolicLink() ? "follow" : "no"));
    } catch (error) {
      return this.#unreadable(path, error);
    }
  }

  /** Returns why a file is unreadable: the fault of a folder above it if there is one, otherwise the error of the file itself. */
  #unreadable(path: string, error: unknown): Unreadable {
    const slash = path.lastIndexOf("/");
    return (slash < 0 ? null : this.#folderFault(path.slice(0, slash))) ?? { kind: "unreadable", why: describeError(error) };
  }

  /** Returns `missing`, or the fault of a folder above the path, for example that the folder is a file. */
  #missing(path: string): Unreadable | { readonly kind: "missing" } {
    const slash = path.lastIndexOf("/");
    return (slash < 0 ? null : this.#folderFault(path.slice(0, slash))) ?? { kind: "missing" };
  }

  /**
   * Returns the reason why nothing below a folder can be read, for example that the path is a file. Returns null if the folder exists, or
   * if it is missing and no folder above it has such a reason.
   */
  #folderFault(folder: string): Unreadable | null {
    let fault = this.#looked.faults.get(folder);
    if (fault === undefined) {
      const found = this.#findFolderFault(folder);
      fault = found && { folder, ...found };
      this.#looked.faults.set(folder, fault);
    }
    return fault;
  }

  #findFolderFault(folder: string): Unreadable | null {
    try {
      const stat = this.files.stat(folder);
      if (!stat) {
        const link = this.files.lstat(folder)?.isSymbolicLink() ?? false;
        const found = link ? BROKEN_LINK : this.#missing(folder);
        return found.kind === "missing" ? null : found;
      }
      return stat.isDirectory() ? null : { kind: "unreadable", why: "it is a file, a folder is expected" };
    } catch (error) {
      return { kind: "unreadable", why: describeError(error) };
    }
  }

  list(path: string): ListResult {
    const result = this.#listed(path);
    this.seen?.note(`${path}/`, listState(result), result.kind !== "unreadable" && path !== ROOT_DOCUMENTS);
    return result;
  }

  #listed(path: string): ListResult {
    return path === ROOT_DOCUMENTS ? documentsIn(this.#list(".")) : this.#list(path);
  }

  #list(path: string): ListResult {
    try {
      const placed = this.#looked.confined.place(path);
      if (placed.refused) return unreadable(placed.refused);
      const { stat } = placed;
      this.seen?.look(path, stat, this.#looked.confined.found);
      // tested before listing, because a thrown error is slow and most environments lack most optional folders
      if (!stat) return this.#missing(path);
      if (stat.isSymbolicLink() && !this.files.stat(path)) return BROKEN_LINK;
      const entries = this.files.names(path).map((entry) => ({
        name: entry.name,
        kind: this.#kindOf(entry, path),
      }));
      return { kind: "entries", entries: entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)) };
    } catch (error) {
      const code = systemCode(error);
      return { kind: "unreadable", why: code === "ENOTDIR" ? "it is a file, a folder is expected" : describeError(error) };
    }
  }

  #kindOf(entry: FolderEntry, folder: string): DirectoryEntry["kind"] {
    if (entry.isDirectory()) return "directory";
    if (!entry.isSymbolicLink()) return "file";
    this.seen?.markIncomplete();
    const path = `${folder}/${entry.name}`;
    try {
      if (this.#looked.confined.place(path).refused) return "broken";
      const stat = this.files.stat(path);
      return !stat ? "broken" : stat.isDirectory() ? "directory" : "file";
    } catch {
      return "broken";
    }
  }
}
