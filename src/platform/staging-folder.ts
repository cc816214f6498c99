import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { alive } from "./alive.ts";
import { isPlainFolder } from "./folders.ts";
import { renameWithPatience } from "./rename.ts";

/** A process number, and for those that may stage twice at a time a word of their own. */
const OWNER = /^(\d+)(?:-[0-9a-f]{12})?$/;

/** Puts what a killed run had set aside back: `names` of its old/, `back` moves one of them where it came from. */
export type PutBack = (names: readonly string[], back: (name: string) => void) => void;

/** Whatever nothing stands in the place of. */
export const putBackMissing =
  (root: string): PutBack =>
  (names, back) => {
    for (const name of names) if (!existsSync(join(root, name))) back(name);
  };

/**
 * A folder in which a run of this process builds what will be put in place by rename: new/ beside old/, where what it replaces stays until the
 * run ends. It lies in the folder that it builds for, because a rename does not cross volumes, and carries the number of its process, so that the
 * next run can tell what a killed one left.
 */
export class StagingFolder {
  readonly path: string;

  constructor(
    private readonly root: string,
    private readonly prefix: string,
    owner: string,
    private readonly parts: readonly string[] = ["new", "old"],
  ) {
    this.path = join(root, `${prefix}${owner}`);
  }

  /** Puts back or clears away what killed runs left, and makes the folder. Throws the file system's error. */
  open(putBack: PutBack): void {
    for (const name of readdirSync(this.root)) {
      const owner = name.startsWith(this.prefix) ? OWNER.exec(name.slice(this.prefix.length)) : null;
      const pid = Number(owner?.[1] ?? Number.NaN);
      if (Number.isInteger(pid) && (pid === process.pid || !alive(pid))) this.#recover(join(this.root, name), putBack);
    }
    for (const part of ["", ...this.parts]) mkdirSync(join(this.path, part));
  }

  #recover(left: string, putBack: PutBack): void {
    const old = join(left, "old");
    // a link of that name is nobody's: it goes, and what it leads to stays
    const names = isPlainFolder(left) && isPlainFolder(old) ? readdirSync(old) : [];
    putBack(names, (name) => renameWithPatience(join(old, name), join(this.root, name)));
    rmSync(left, { recursive: true, force: true, maxRetries: 5 });
  }

  at(part: string, name = ""): string {
    return join(this.path, part, name);
  }

  /** Puts a folder that was built in the place of what stands there; on failure the old one stands again. Throws the file system's error. */
  replace(name: string, built: string = this.at("new", name)): void {
    const target = join(this.root, name);
    const had = this.setAside(name);
    try {
      renameWithPatience(built, target);
    } catch (error) {
      if (had) renameWithPatience(this.at("old", name), target);
      throw error;
    }
  }

  /** Takes away what stands there, if anything does: it goes with the staging folder. */
  setAside(name: string): boolean {
    const target = join(this.root, name);
    const had = lstatSync(target, { throwIfNoEntry: false }) !== undefined;
    if (had) renameWithPatience(target, this.at("old", name));
    return had;
  }

  /** Drops the folder with everything that was not put in place. */
  remove(): void {
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5 });
  }
}
