import type { FileEntry } from "./file-system.ts";
import { packStamps, type Stamp, type Stamps } from "./stamp.ts";

/**
 * The record of every path that a computation read, with the path's state (a digest of its content) and stamps (inode, size, timestamps),
 * so that a later command can tell whether the inputs changed.
 */
export class InputRecord {
  /** The state of every path that the computation read: a digest of its content, or why there is none. */
  readonly states = new Map<string, string>();
  readonly #stamps = new Map<string, Stamp>();
  #complete = true;

  /**
   * Records the state of a path that was read.
   * @param told false if stamps cannot prove later that the path is unchanged.
   */
  note(path: string, state: string, told: boolean): void {
    this.states.set(path, state);
    if (!told) this.markIncomplete();
  }

  /**
   * Records the stamp of a path before the path is read, and those of the folders above it, whose timestamps reveal added and removed
   * entries. Leaves out the top-level folder above the path, such as environments/, which changes with every new environment:
   * `DiskFiles.unchanged` tests that it is still a folder.
   */
  look(path: string, stat: FileEntry | undefined, folder: (path: string) => FileEntry | undefined): void {
    if (!this.#complete) return;
    let deepest = stat;
    if (stat) this.#put(path, stat);
    for (let end = path.lastIndexOf("/"); end > 0 && path.indexOf("/") < end; end = path.lastIndexOf("/", end - 1)) {
      const above = path.slice(0, end);
      const found = folder(above);
      deepest ??= found;
      if (found) this.#put(above, found);
    }
    // only the stamp of a folder above a missing path can prove later that the path is still missing
    if (!deepest) this.markIncomplete();
  }

  #put(path: string, stat: FileEntry): void {
    if (stat.isSymbolicLink()) this.markIncomplete();
    else if (!this.#stamps.has(path)) this.#stamps.set(path, stat);
  }

  /**
   * Discards all stamps, because something was read that stamps cannot prove: a symbolic link, the root of the repository or an unreadable
   * path.
   */
  markIncomplete(): void {
    this.#complete = false;
    this.#stamps.clear();
  }

  /** Adds the paths that another computation recorded. */
  add(other: InputRecord): void {
    for (const [path, state] of other.states) this.states.set(path, state);
    if (!other.#complete) this.markIncomplete();
    if (this.#complete) for (const [path, stamp] of other.#stamps) if (!this.#stamps.has(path)) this.#stamps.set(path, stamp);
  }

  /** The recorded stamps; null if they do not cover everything that was read. */
  get stamps(): Stamps | null {
    return this.#complete && this.#stamps.size > 0 ? packStamps(this.#stamps) : null;
  }
}
