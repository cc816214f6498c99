import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "./alive.ts";
import { isPlainFolder } from "./folders.ts";
import { renameWithPatience } from "./rename.ts";

/** The end of a staging folder's name: a process id, and 12 random hex digits for commands that can have two staging folders at a time. */
const OWNER = /^(\d+)(?:-[0-9a-f]{12})?$/;

/**
 * A function that restores the entries that an earlier process, which was killed, had moved to the folder old/ of its staging folder.
 * `names` are those entries; `back` moves one to its original place.
 */
export type PutBack = (names: readonly string[], back: (name: string) => void) => void;

/** Returns the function that restores every entry whose original place is empty. */
export const putBackMissing =
  (root: string): PutBack =>
  (names, back) => {
    for (const name of names) if (!existsSync(join(root, name))) back(name);
  };

/**
 * The folder in which one command builds the files that a rename puts in their place: new/, and old/ with the replaced entries until the
 * command ends. The staging folder is inside the target folder, because a rename does not cross volumes, and has the process id in its
 * name, so that the next command can recognize the remains of a killed process.
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

  /** Restores or deletes the remains of earlier processes that were killed, and creates the folder. Throws the file system's error. */
  open(putBack: PutBack): void {
    for (const name of readdirSync(this.root)) {
      const owner = name.startsWith(this.prefix) ? OWNER.exec(name.slice(this.prefix.length)) : null;
      const pid = Number(owner?.[1] ?? Number.NaN);
      if (Number.isInteger(pid) && (pid === process.pid || !isAlive(pid))) this.#recover(join(this.root, name), putBack);
    }
    for (const part of ["", ...this.parts]) mkdirSync(join(this.path, part));
  }

  #recover(left: string, putBack: PutBack): void {
    const old = join(left, "old");
    // a symbolic link in the place of a staging folder was not created by Tierwright: the link is deleted, its target remains
    const names = isPlainFolder(left) && isPlainFolder(old) ? readdirSync(old) : [];
    putBack(names, (name) => renameWithPatience(join(old, name), join(this.root, name)));
    rmSync(left, { recursive: true, force: true, maxRetries: 5 });
  }

  at(part: string, name = ""): string {
    return join(this.path, part, name);
  }

  /** Puts a built folder in the place of the existing one. Restores the old one on failure. Throws the file system's error. */
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

  /** Moves an existing entry to the staging folder, which is deleted when the command ends. Returns whether there was one. */
  setAside(name: string): boolean {
    const target = join(this.root, name);
    const had = lstatSync(target, { throwIfNoEntry: false }) !== undefined;
    if (had) renameWithPatience(target, this.at("old", name));
    return had;
  }

  /** Deletes the staging folder with everything that was not put in place. */
  remove(): void {
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5 });
  }
}
