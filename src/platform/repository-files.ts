import { type Dirent, lstatSync, readFileSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { crypto } from "./crypto.ts";
import { Confinement, partsBelow, type Refused } from "./confined.ts";
import { isPlainFolder } from "./folders.ts";
import { lfsPointer, POINTER_START } from "./lfs-pointer.ts";
import { readOrdinaryFile } from "./ordinary-file.ts";
import type { Seen } from "./seen.ts";
import { standing, type Stamps } from "./stamp.ts";
import { errnoWords, systemCode } from "../kernel/index.ts";

/** A YAML file, and one that an editor has called a text. */
export const YAML = /\.ya?ml(\.txt)?$/i;
/** The name of their listing among the inputs of a run; no file has it, because it ends as a folder does. */
const ROOT_DOCUMENTS = "*.yaml/";

/** The largest file that is read as configuration; a larger one is reported from its size alone. */
export const LARGEST_FILE = 4 * 1024 * 1024;

export type ReadResult =
  | { readonly kind: "file"; readonly bytes: Buffer }
  | { readonly kind: "missing" }
  /** A folder, a device, no rights, a loop of links: `why` completes "cannot be read: ...". */
  | Unreadable
  | { readonly kind: "too-large"; readonly size: number };

/** `folder`: the folder above the file that is at fault; absent when it is the file itself. */
export interface Unreadable {
  readonly kind: "unreadable";
  readonly why: string;
  readonly folder?: string;
}

export interface DirectoryEntry {
  readonly name: string;
  /** `broken`: a link that leads nowhere, round in a circle or out of the repository, or a name that may not be looked at. */
  readonly kind: "directory" | "file" | "broken";
}

/** True for what may be a folder of an environment or release: a link that cannot be followed may, unless it is named like a document. */
export function mayBeFolder({ name, kind }: DirectoryEntry): boolean {
  if (name.startsWith(".")) return false;
  return kind === "directory" || (kind === "broken" && !/\.ya?ml$/i.test(name));
}

export type ListResult =
  | { readonly kind: "entries"; readonly entries: readonly DirectoryEntry[] }
  | { readonly kind: "missing" }
  | Unreadable;

/** Words for an error code of the operating system; the message of the runtime (with its stack) never reaches a user. */
export function describeError(error: unknown): string {
  const code = systemCode(error);
  return errnoWords(error) ?? (code === "" ? "an unexpected error" : `the operating system says ${code}`);
}

/** The placeholder of a content that Git LFS has not brought is nobody's text: as YAML or properties it would be taken for another content. */
function withoutPointer(read: ReadResult): ReadResult {
  if (read.kind !== "file" || !lfsPointer(read.bytes, read.bytes.length)) return read;
  return { kind: "unreadable", why: "it is a Git LFS pointer, and its content is not here; `git lfs pull` brings it" };
}

const BROKEN_LINK: Unreadable = { kind: "unreadable", why: "it is a link that leads nowhere" };

const unreadable = (refused: Refused): Unreadable => ({ kind: "unreadable", ...refused });

/**
 * The files of one config repository. Paths are relative to its root, with '/'. What files of the repository name is read here, so nothing
 * is read that leads out of it or into its .git (see Confinement).
 */
export class RepositoryFiles {
  /** While set, every path that is asked for and what was there: the inputs of whatever is being computed. */
  record: Seen | null = null;
  /** Folders that were looked at when something in them was absent. */
  readonly #faults = new Map<string, Unreadable | null>();
  readonly #confined: Confinement;
  readonly #tops = new Map<string, boolean>();

  constructor(readonly root: string) {
    this.#confined = new Confinement(root);
  }

  absolute(path: string): string {
    return join(this.root, path);
  }

  read(path: string, largest: number = LARGEST_FILE): ReadResult {
    const result = this.#read(path, largest);
    this.record?.note(path, stateOf(result), result.kind === "file" || result.kind === "missing");
    return result;
  }

  /**
   * True when nothing changed since the stamps were taken: two calls of the file system an environment instead of nine, and no file read.
   * The folders at the top carry no stamp of their own, and must still be folders and no links.
   */
  unchanged(stamps: Stamps): boolean {
    let top = "";
    for (const path of stamps.paths) {
      if (top !== "" && path.startsWith(top)) continue;
      top = path.slice(0, path.indexOf("/") + 1) || `${path}/`;
      if (!this.#isPlainTop(top)) return false;
    }
    return standing(this.root, stamps);
  }

  #isPlainTop(top: string): boolean {
    let plain = this.#tops.get(top);
    if (plain === undefined) {
      plain = isPlainFolder(this.absolute(top));
      this.#tops.set(top, plain);
    }
    return plain;
  }

  /** What a recorded path is now, in the same words. */
  state(path: string): string {
    if (!path.endsWith("/")) return this.#fastState(path) ?? stateOf(this.#read(path, LARGEST_FILE));
    return path === ROOT_DOCUMENTS ? listState(this.#documents()) : listState(this.#list(path.slice(0, -1)));
  }

  /**
   * The same as `stateOf(read)` for an ordinary UTF-8 file or an absent one, in the two cheapest calls of the runtime.
   * A text with U+FFFD may stand for bytes that are not UTF-8, so that one is left to the exact way (null).
   */
  #fastState(path: string): string | null {
    const absolute = `${this.root}/${path}`;
    try {
      const placed = this.#confined.place(path);
      if (placed.refused) return null;
      const { stat } = placed;
      if (stat && (!stat.isFile() || stat.size > LARGEST_FILE)) return null;
      this.record?.look(path, stat, this.#confined.found);
      if (!stat) return this.#missing(path).kind === "missing" ? "missing" : null;
      const text = readFileSync(absolute, "utf8");
      if (text.startsWith(POINTER_START)) return null;
      return text.includes("\uFFFD") ? null : crypto().hash("sha256", text, "base64url");
    } catch {
      return null;
    }
  }

  #read(path: string, largest: number): ReadResult {
    const absolute = this.absolute(path);
    try {
      const placed = this.#confined.place(path);
      if (placed.refused) return unreadable(placed.refused);
      const { stat } = placed;
      this.record?.look(path, stat, this.#confined.found);
      // asked first, because a thrown error is dear and most optional files are absent
      if (!stat) return this.#missing(path);
      if (stat.isSymbolicLink() && !statSync(absolute, { throwIfNoEntry: false })) return BROKEN_LINK;
      return withoutPointer(readOrdinaryFile(absolute, largest, stat.isSymbolicLink() ? "follow" : "no"));
    } catch (error) {
      return this.#unreadable(path, error);
    }
  }

  /** An error of the file itself, or of a folder above it that cannot be passed. */
  #unreadable(path: string, error: unknown): Unreadable {
    const slash = path.lastIndexOf("/");
    return (slash < 0 ? null : this.#folderFault(path.slice(0, slash))) ?? { kind: "unreadable", why: describeError(error) };
  }

  /** What is not there: simply absent, or below what is no folder. */
  #missing(path: string): Unreadable | { readonly kind: "missing" } {
    const slash = path.lastIndexOf("/");
    return (slash < 0 ? null : this.#folderFault(path.slice(0, slash))) ?? { kind: "missing" };
  }

  /** Why nothing can lie in a folder; null when it is one, or is simply absent with all above it in order. */
  #folderFault(folder: string): Unreadable | null {
    let fault = this.#faults.get(folder);
    if (fault === undefined) {
      const found = this.#findFolderFault(folder);
      fault = found && { folder, ...found };
      this.#faults.set(folder, fault);
    }
    return fault;
  }

  #findFolderFault(folder: string): Unreadable | null {
    try {
      const stat = statSync(this.absolute(folder), { throwIfNoEntry: false });
      if (!stat) {
        const link = lstatSync(this.absolute(folder), { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
        const found = link ? BROKEN_LINK : this.#missing(folder);
        return found.kind === "missing" ? null : found;
      }
      return stat.isDirectory() ? null : { kind: "unreadable", why: "it is a file, a folder is expected" };
    } catch (error) {
      return { kind: "unreadable", why: describeError(error) };
    }
  }

  /** Entries of a folder in code unit order; links are followed. */
  list(path: string): ListResult {
    const result = this.#list(path);
    this.record?.note(`${path}/`, listState(result), result.kind !== "unreadable");
    return result;
  }

  /**
   * YAML files in the root, in code unit order. What else lies there (our own `.tierwright` and `dist`, a package's folders) is nobody's
   * input, and would make what is remembered stale.
   */
  rootDocuments(): ListResult {
    const result = this.#documents();
    this.record?.note(ROOT_DOCUMENTS, listState(result), false);
    return result;
  }

  #documents(): ListResult {
    const all = this.#list(".");
    if (all.kind !== "entries") return all;
    return { kind: "entries", entries: all.entries.filter(({ name, kind }) => kind === "file" && YAML.test(name)) };
  }

  #list(path: string): ListResult {
    const absolute = this.absolute(path);
    try {
      const placed = this.#confined.place(path);
      if (placed.refused) return unreadable(placed.refused);
      const { stat } = placed;
      this.record?.look(path, stat, this.#confined.found);
      // asked first, because a thrown error is dear and most environments have no such folder
      if (!stat) return this.#missing(path);
      if (stat.isSymbolicLink() && !statSync(absolute, { throwIfNoEntry: false })) return BROKEN_LINK;
      const entries = readdirSync(absolute, { withFileTypes: true }).map((entry) => ({
        name: entry.name,
        kind: this.#kindOf(entry, path),
      }));
      return { kind: "entries", entries: entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)) };
    } catch (error) {
      const code = systemCode(error);
      return { kind: "unreadable", why: code === "ENOTDIR" ? "it is a file, a folder is expected" : describeError(error) };
    }
  }

  #kindOf(entry: Dirent, folder: string): DirectoryEntry["kind"] {
    if (entry.isDirectory()) return "directory";
    if (!entry.isSymbolicLink()) return "file";
    this.record?.untold();
    const path = `${folder}/${entry.name}`;
    try {
      if (this.#confined.place(path).refused) return "broken";
      return statSync(this.absolute(path)).isDirectory() ? "directory" : "file";
    } catch {
      return "broken";
    }
  }

  /** Where a path leads when its links are followed, relative to the repository; null when it leads out of it or nowhere. */
  followed(path: string): string | null {
    try {
      const parts = partsBelow(realpathSync.native(this.root), realpathSync.native(this.absolute(path)));
      return parts === null || parts.length === 0 ? null : parts.join("/");
    } catch {
      return null;
    }
  }

  /** The first part of a path that is a link, or null: what is written must not land elsewhere. */
  linkIn(path: string): string | null {
    const parts = path.split("/");
    for (let end = 1; end <= parts.length; end++) {
      const part = parts.slice(0, end).join("/");
      if (lstatSync(this.absolute(part), { throwIfNoEntry: false })?.isSymbolicLink()) return part;
    }
    return null;
  }

  isDirectory(path: string): boolean {
    try {
      return statSync(this.absolute(path)).isDirectory();
    } catch {
      return false;
    }
  }
}

function stateOf(result: ReadResult): string {
  if (result.kind === "file") return crypto().hash("sha256", result.bytes, "base64url");
  if (result.kind === "unreadable") return `unreadable:${result.folder ?? ""}:${result.why}`;
  return result.kind === "too-large" ? `too-large:${result.size}` : result.kind;
}

function listState(result: ListResult): string {
  if (result.kind === "unreadable") return `unreadable:${result.folder ?? ""}:${result.why}`;
  if (result.kind === "missing") return result.kind;
  const entries = result.entries.map((entry) => `${entry.name}\0${entry.kind}`);
  return crypto().hash("sha256", entries.join("\n"), "base64url");
}
