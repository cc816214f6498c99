import type { FileEntry } from "./file-system.ts";
import { packStamps, type Stamp, type Stamps } from "./stamp.ts";

/** What was looked at while something was computed: what was there, and by which stamps it can be told that it is still there. */
export class Seen {
  /** Every path that was asked for and what was there. */
  readonly states = new Map<string, string>();
  readonly #stamps = new Map<string, Stamp>();
  #told = true;

  /** What was there; `told`: by what was looked at for it. */
  note(path: string, state: string, told: boolean): void {
    this.states.set(path, state);
    if (!told) this.untold();
  }

  /**
   * One path before it is read, with the folders that it lies in: a folder's time tells of what came and went in it. The folder at the top of the
   * repository is left out, because it changes with every environment that comes; `unchanged` looks at it for itself.
   */
  look(path: string, stat: FileEntry | undefined, folder: (path: string) => FileEntry | undefined): void {
    if (!this.#told) return;
    let deepest = stat;
    if (stat) this.#put(path, stat);
    for (let end = path.lastIndexOf("/"); end > 0 && path.indexOf("/") < end; end = path.lastIndexOf("/", end - 1)) {
      const above = path.slice(0, end);
      const found = folder(above);
      deepest ??= found;
      if (found) this.#put(above, found);
    }
    // what is missing can be told from the folder that it would lie in only
    if (!deepest) this.untold();
  }

  #put(path: string, stat: FileEntry): void {
    if (stat.isSymbolicLink()) this.untold();
    else if (!this.#stamps.has(path)) this.#stamps.set(path, stat);
  }

  /** Something was looked at that no stamp tells of: a link, the root, what cannot be read. */
  untold(): void {
    this.#told = false;
    this.#stamps.clear();
  }

  /** The same as another one saw. */
  add(other: Seen): void {
    for (const [path, state] of other.states) this.states.set(path, state);
    if (!other.#told) this.untold();
    if (this.#told) for (const [path, stamp] of other.#stamps) if (!this.#stamps.has(path)) this.#stamps.set(path, stamp);
  }

  /** null: not everything can be told by stamps. */
  get stamps(): Stamps | null {
    return this.#told && this.#stamps.size > 0 ? packStamps(this.#stamps) : null;
  }
}
