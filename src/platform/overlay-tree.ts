import { systemCode } from "../kernel/index.ts";
import type { FileEntry, FileSystem, FolderEntry } from "./file-system.ts";
import { NodeFiles } from "./memory-tree.ts";
import type { OrdinaryFile } from "./ordinary-file.ts";
import type { Stamps } from "./stamp.ts";

/**
 * A file system with changed, added and deleted files on top of another one. A symbolic link to a changed file leads to its new content.
 */
export class OverlayFiles implements FileSystem {
  readonly #over: NodeFiles;
  readonly #deleted: readonly string[];
  /** The real paths of folders that were looked up, as a cache. */
  readonly #folders = new Map<string, string>();

  constructor(
    private readonly under: FileSystem,
    private readonly changed: ReadonlyMap<string, Uint8Array | null>,
  ) {
    this.#deleted = [...changed].flatMap(([path, bytes]) => (bytes === null ? path : []));
    this.#over = new NodeFiles(new Map([...changed].flatMap(([path, bytes]) => (bytes === null ? [] : [[path, { bytes }]]))));
  }

  /** Returns the real path in the underlying file system; the path itself if it leads out of the tree or nowhere. */
  #real(path: string): string {
    try {
      return this.under.real(path)?.join("/") ?? path;
    } catch {
      return path;
    }
  }

  /** Returns a path with the symbolic links of its folders followed; if `own` is true, also a link at its end. */
  #followed(path: string, own: boolean): string {
    const slash = path.lastIndexOf("/");
    const folder = slash < 0 ? "" : path.slice(0, slash);
    let real = this.#folders.get(folder);
    if (real === undefined) {
      real = folder === "" ? "" : this.#real(folder);
      this.#folders.set(folder, real);
    }
    const name = path.slice(slash + 1);
    const at = real === "" ? name : `${real}/${name}`;
    return own && !this.changed.has(at) && this.under.lstat(at)?.isSymbolicLink() ? this.#real(at) : at;
  }

  /** Returns whether the changes contain a file at a path. (A folder can be in the changes and in the underlying file system.) */
  #isOver(at: string): boolean {
    return this.#over.lstat(at)?.isFile() ?? false;
  }

  /** Returns whether a path is that of a deleted file, or is below one. */
  #isDeleted(at: string): boolean {
    return this.changed.get(at) === null || this.#deleted.some((path) => at.startsWith(`${path}/`));
  }

  #entry(at: string, how: "lstat" | "stat"): FileEntry | undefined {
    if (this.#isDeleted(at)) return undefined;
    return this.#isOver(at) ? this.#over.lstat(at) : (this.under[how](at) ?? this.#over.lstat(at));
  }

  lstat(path: string): FileEntry | undefined {
    return this.#entry(this.#followed(path, false), "lstat");
  }

  stat(path: string): FileEntry | undefined {
    return this.#entry(this.#followed(path, true), "stat");
  }

  real(path: string): readonly string[] | null {
    const at = this.#followed(path, true);
    return this.#isOver(at) ? this.#over.real(at) : this.under.real(at);
  }

  names(path: string): readonly FolderEntry[] {
    const at = path === "." ? "" : this.#followed(path, true);
    if (this.#isOver(at)) return this.#over.names(at);
    const added = this.#over.stat(at)?.isDirectory() ? this.#over.names(at) : [];
    const known = new Set(added.map(({ name }) => name));
    const stay = this.#namesUnder(at, added.length > 0).filter(
      ({ name }) => !known.has(name) && this.changed.get(at === "" ? name : `${at}/${name}`) !== null,
    );
    return [...stay, ...added];
  }

  #namesUnder(at: string, mayBeMissing: boolean): readonly FolderEntry[] {
    try {
      return this.under.names(at);
    } catch (error) {
      if (mayBeMissing && systemCode(error) === "ENOENT") return [];
      throw error;
    }
  }

  read(path: string, largest: number, links: "follow" | "no"): OrdinaryFile {
    const at = this.#followed(path, links === "follow");
    // the changes are also read for a folder that only they contain, so that it is reported as a folder
    const files = this.#isOver(at) || !this.under.lstat(at) ? this.#over : this.under;
    return files.read(at, largest, links);
  }

  text(path: string): string {
    const at = this.#followed(path, true);
    return this.#isOver(at) ? this.#over.text(at) : this.under.text(at);
  }

  link(path: string): string {
    return this.under.link(this.#followed(path, false));
  }

  /**
   * Returns whether nothing changed since the stamps were taken. Returns false if the changes contain a path at or below a stamped one,
   * because the stamp of a folder covers its content. Links have no stamp.
   */
  unchanged(stamps: Stamps): boolean {
    const changed = [...this.changed.keys()];
    const touched = stamps.paths.some((path) => changed.some((one) => one === path || one.startsWith(`${path}/`)));
    return !touched && this.under.unchanged(stamps);
  }
}
