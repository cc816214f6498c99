import { lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { wrongUse } from "../kernel/index.ts";
import { crypto } from "./crypto.ts";
import { fileClock } from "./file-clock.ts";
import { countBelow, isPlainFolder, makeFolders } from "./folders.ts";
import { readOrdinaryFile } from "./ordinary-file.ts";
import { describeError } from "./confined-tree.ts";
import { type Stamps, areUnchanged, stampsOf } from "./stamp.ts";
import { putBackMissing, StagingFolder } from "./staging-folder.ts";
import { createFile, OWNER_ONLY } from "./write-file.ts";

export interface OutputFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** True if the file contains a secret; it is then written so that only its owner can read it. */
  readonly holdsSecret?: boolean;
}

const STAGE = ".tierwright-stage-";
/** The largest file of dist/ that is read to compare it, in bytes; no manifest is larger. */
const LARGEST_MARK = 64 * 1024 * 1024;

const PLAIN = { flush: false } as const;
const SECRET = { mode: OWNER_ONLY, exact: true, flush: false } as const;

/**
 * Returns whether a file's mode lets other users access it. Returns false on Windows, where files have no mode and get the rights of their
 * folder.
 */
const isOpenToOthers = (path: string): boolean => process.platform !== "win32" && (lstatSync(path).mode & 0o077) !== 0;

/** Returns the digest of an environment's files: paths, sizes and bytes, in this order. */
export function digestOf(files: readonly OutputFile[]): string {
  const hash = crypto().createHash("sha256");
  for (const { path, bytes } of files) hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  return hash.digest("base64url");
}

/** Returns the folders that contain the given files, '.' (the environment's folder) first. */
export function foldersOf(paths: readonly string[]): readonly string[] {
  return [...new Set([".", ...paths.flatMap((path) => (path.includes("/") ? [path.slice(0, path.lastIndexOf("/"))] : []))])];
}

/** Returns the paths to compare in an environment's folder: its files, and their folders, whose timestamps reveal added files. */
export const pathsOf = (files: readonly string[]): readonly string[] => [...files, ...foldersOf(files)];

/**
 * The folder for compiled environments. Each environment is built in a staging folder and replaced by one rename. A folder without
 * Tierwright's manifest is never changed (docs/formats.md).
 */
export class OutputFolder {
  readonly #stage: StagingFolder;

  constructor(
    readonly root: string,
    /** The file (manifest) that marks a folder as written by Tierwright: its name, and a text that it must contain. */
    private readonly mark: { readonly name: string; readonly contains: string },
    pid: number = process.pid,
  ) {
    this.#stage = new StagingFolder(root, STAGE, String(pid));
  }

  /** Creates the output folder, and restores or deletes the remains of an earlier `compile` that was killed. */
  open(): void {
    try {
      makeFolders(this.root);
      this.#stage.open(putBackMissing(this.root));
    } catch (error) {
      throw wrongUse(
        `the output folder ${this.root} cannot be used: ${describeError(error)}`,
        "name a folder that can be written with --out",
      );
    }
  }

  #isOurs(folder: string): boolean {
    try {
      if (!isPlainFolder(folder)) return false;
      const read = readOrdinaryFile(join(folder, this.mark.name), LARGEST_MARK, "no");
      return read.kind === "file" && read.bytes.includes(this.mark.contains);
    } catch {
      return false;
    }
  }

  /** Returns why an environment's folder must not be replaced; null if it can be. */
  obstacle(environment: string): string | null {
    const target = join(this.root, environment);
    const stat = lstatSync(target, { throwIfNoEntry: false });
    if (!stat || this.#isOurs(target)) return null;
    if (stat.isSymbolicLink()) return `${target} is a link, and nothing is written through a link`;
    return `${target} exists and carries no ${this.mark.name} of ours, so it is left alone`;
  }

  /** Returns whether the environment's folder has exactly these files with exactly these bytes, and only the owner can read those with secrets. */
  holds(environment: string, files: readonly OutputFile[]): boolean {
    const target = join(this.root, environment);
    // tested before reading, because a thrown error is slow and before the first `compile` no folder exists
    if (!isPlainFolder(target)) return false;
    return this.#holdsOnly(
      target,
      files.map((file) => file.path),
      () =>
        files.every((file) => {
          const path = join(target, file.path);
          const read = readOrdinaryFile(path, file.bytes.length, "no");
          return read.kind === "file" && read.bytes.equals(file.bytes) && !(file.holdsSecret && isOpenToOthers(path));
        }),
    );
  }

  #holdsOnly(target: string, paths: readonly string[], same: () => boolean): boolean {
    const folders = foldersOf(paths);
    const entries = paths.length + folders.length - 1;
    try {
      if (countBelow(target, entries) !== entries) return false;
      return folders.every((folder) => isPlainFolder(join(target, folder))) && same();
    } catch {
      return false;
    }
  }

  /**
   * Returns whether the environment's folder has exactly the files with this digest.
   * @param paths the result of `pathsOf` for these files.
   */
  holdsDigest(environment: string, digest: string, paths: readonly string[]): boolean {
    const target = join(this.root, environment);
    const names = paths.slice(0, paths.indexOf("."));
    return this.#holdsOnly(target, names, () => {
      const files = names.map((path) => ({ path, read: readOrdinaryFile(join(target, path), LARGEST_MARK, "no") }));
      return digestOf(files.flatMap(({ path, read }) => (read.kind === "file" ? { path, bytes: read.bytes } : []))) === digest;
    });
  }

  /** Returns the stamps of an environment's paths (see `pathsOf`); null if one is missing, is a symbolic link, or has no usable stamp. */
  stamps(environment: string, paths: readonly string[]): Stamps | null {
    return stampsOf(join(this.root, environment), paths);
  }

  /** Writes an environment's files to the staging folder. */
  stage(environment: string, files: readonly OutputFile[]): void {
    const folder = this.#stage.at("new", environment);
    mkdirSync(folder);
    const made = new Set<string>();
    for (const file of files) {
      const slash = file.path.lastIndexOf("/");
      const parent = slash < 0 ? "" : file.path.slice(0, slash);
      if (parent !== "" && !made.has(parent)) {
        mkdirSync(`${folder}/${parent}`, { recursive: parent.includes("/") });
        made.add(parent);
      }
      createFile(`${folder}/${file.path}`, [file.bytes], file.holdsSecret ? SECRET : PLAIN);
    }
  }

  /** Replaces the environment's folder by the staged one. Restores the old folder on failure. */
  commit(environment: string): void {
    this.#stage.replace(environment);
  }

  /** Returns whether the folder of an environment has Tierwright's manifest. */
  carries(environment: string): boolean {
    return this.#isOurs(join(this.root, environment));
  }

  /** Returns the names of folders with Tierwright's manifest that are not among `names`, sorted. */
  oursBeside(names: ReadonlySet<string>): readonly string[] {
    return readdirSync(this.root)
      .filter((name) => !names.has(name) && !name.startsWith(STAGE) && this.carries(name))
      .sort();
  }

  /** Moves the folder of an environment to the staging folder, which `close` deletes. */
  remove(environment: string): void {
    this.#stage.setAside(environment);
  }

  /** Returns whether an environment's folder is unchanged since given stamps were taken. */
  standing(environment: string, stamps: Stamps): boolean {
    return areUnchanged(join(this.root, environment), stamps);
  }

  #clock: number | null | undefined;

  /**
   * The time by the clock of the output folder's file system at the first access of this property; null if no file can be created there.
   */
  get clock(): number | null {
    if (this.#clock === undefined) this.#clock = fileClock(this.#stage.path);
    return this.#clock;
  }

  /** Deletes the staging folder with everything that was not committed. */
  close(): void {
    this.#stage.remove();
  }
}
