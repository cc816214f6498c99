import { append, wrongUse } from "../kernel/index.ts";
import { randomBytes } from "node:crypto";
import { existsSync, lstatSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writingNewFile } from "./file-bytes.ts";
import { makeFolders } from "./folders.ts";
import { renameWithPatience } from "./rename.ts";
import { describeError } from "./confined-tree.ts";
import { StagingFolder } from "./staging-folder.ts";

const STAGE = ".tierwright-bundle-";

/**
 * The folder into which `bundle` publishes swap bundles. Writes one bundle and its sidecar files to a staging folder and replaces them as a
 * set: the old zip is moved out first and the new one comes last, so that NAME.zip is always beside its own sidecar files, also after the
 * process was killed.
 */
export class BundleFolder {
  readonly #stage: StagingFolder;
  /** The folders that this `bundle` command created, innermost first. */
  readonly #made: string[] = [];
  #opened = false;

  constructor(
    /** The absolute path of the folder in which the bundle is published. */
    readonly root: string,
    /** The names of a bundle's files. The first one, the zip, is placed last: its presence shows that the set is complete. */
    readonly set: readonly [string, ...string[]],
    /** The names of files that all bundles of the folder share (such as scripts). They are replaced one by one. */
    readonly shared: readonly string[] = [],
  ) {
    this.#stage = new StagingFolder(root, STAGE, `${process.pid}-${randomBytes(6).toString("hex")}`);
  }

  /**
   * Creates the folder and completes or removes the remains of an earlier `bundle` that was killed. Throws a Refusal if a folder is in the
   * place of a file.
   */
  open(): void {
    try {
      append(this.#made, [...makeFolders(this.root)].reverse());
      this.#opened = true;
      this.#stage.open((names, back) => this.#putBack(names, back));
    } catch (error) {
      throw wrongUse(
        `the folder ${this.root} cannot be used: ${describeError(error)}`,
        "name one that can be written with --out",
      );
    }
    const obstacle = [...this.set, ...this.shared].find((name) =>
      lstatSync(this.#at(name), { throwIfNoEntry: false })?.isDirectory(),
    );
    if (obstacle === undefined) return;
    this.close();
    throw wrongUse(`${this.#at(obstacle)} is a folder`, "move it away, or choose another folder with --out");
  }

  /** Moves the files of the old bundle back from old/ if an earlier `bundle` that was killed left the folder without its zip. */
  #putBack(names: readonly string[], back: (name: string) => void): void {
    const zip = names.find((name) => name.endsWith(".zip"));
    if (zip === undefined || existsSync(this.#at(zip))) return;
    for (const name of names.filter((item) => item !== zip)) back(name);
    back(zip);
  }

  #at(name: string): string {
    return join(this.root, name);
  }

  /** Returns the path in the staging folder where a file of the bundle is written before the commit. */
  staged(name: string): string {
    return this.#stage.at("new", name);
  }

  /** Writes a small file of the bundle to the staging folder and flushes it. */
  stage(name: string, bytes: Uint8Array): void {
    writingNewFile(this.staged(name), (sink) => sink.write(bytes));
  }

  /**
   * Replaces the old bundle by the staged files. A file of `set` that was not staged is not part of the new bundle. Restores the old bundle
   * on failure.
   */
  commit(): void {
    const aside = (name: string) => this.#stage.at("old", name);
    const moved: string[] = [];
    const placed: string[] = [];
    try {
      for (const name of this.shared) renameWithPatience(this.staged(name), this.#at(name));
      for (const name of this.set) {
        if (!existsSync(this.#at(name))) continue;
        renameWithPatience(this.#at(name), aside(name));
        moved.push(name);
      }
      for (const name of [...this.set].reverse()) {
        if (!existsSync(this.staged(name))) continue;
        renameWithPatience(this.staged(name), this.#at(name));
        placed.push(name);
      }
    } catch (error) {
      for (const name of placed) rmSync(this.#at(name), { force: true });
      for (const name of moved.reverse()) renameWithPatience(aside(name), this.#at(name));
      throw wrongUse(
        `the bundle cannot be put into ${this.root}: ${describeError(error)}`,
        "the old one was restored; close the program that has it open",
      );
    }
  }

  /** Deletes the staging folder, and, if nothing was published, the folders that this command created. */
  close(): void {
    if (!this.#opened) return;
    this.#stage.remove();
    for (const folder of this.#made) {
      if (readdirSync(folder).length > 0) return;
      rmdirSync(folder);
    }
  }
}
