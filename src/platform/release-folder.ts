import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { wrongUse } from "../kernel/index.ts";
import { listFolder } from "./kit-files.ts";
import { makeFolders, refuseLinks } from "./folders.ts";
import { renameWithPatience } from "./rename.ts";
import { describeError } from "./confined-tree.ts";
import { putBackMissing, StagingFolder } from "./staging-folder.ts";
import { createFile, writeAll } from "./write-file.ts";

const STAGE = ".tierwright-import-";

const native = (folder: string, path: string): string => join(folder, path);

/** The entries of releases/<release>/ that `kit import` replaces. Everything else in the folder is kept. */
const WRITTEN: readonly string[] = ["kit", "base", "kit.lock.yaml"];

/**
 * The folder releases/<release> of an imported kit. It is built in a staging folder in releases/ and put in place by one rename, so it
 * exists as a whole or not at all. The staging folder's name begins with a dot, so that no command treats it as a release.
 */
export class ReleaseFolder {
  readonly #releases: string;
  readonly #stage: StagingFolder;
  readonly target: string;
  #opened = false;
  #madeReleases = false;

  constructor(
    private readonly repository: string,
    readonly release: string,
  ) {
    this.#releases = join(repository, "releases");
    this.target = join(this.#releases, release);
    this.#stage = new StagingFolder(this.#releases, STAGE, `${process.pid}-${randomBytes(6).toString("hex")}`, [
      "raw",
      "new",
      "old",
    ]);
  }

  /** The staging folder for all files of the imported archive or folder. */
  get raw(): string {
    return this.#stage.at("raw");
  }

  get #new(): string {
    return this.#stage.at("new");
  }

  /** Restores or deletes what a killed import left, and creates the staging folder. Throws a Refusal (exit 2) if it cannot be written. */
  open(): void {
    refuseLinks(this.repository, this.target);
    for (const entry of WRITTEN) refuseLinks(this.repository, join(this.target, entry));
    try {
      this.#madeReleases = makeFolders(this.#releases).length > 0;
      this.#opened = true;
      this.#stage.open(putBackMissing(this.#releases));
    } catch (error) {
      throw wrongUse(
        `the folder releases cannot be written: ${describeError(error)}`,
        "nothing was changed; make it a folder that you can write",
      );
    }
  }

  /** Writes one file of the imported source in pieces, and returns its size and SHA-256. Rejects with an error that `chunks` throws. */
  async take(path: string, chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<{ size: number; sha256: string }> {
    const file = native(this.raw, path);
    mkdirSync(dirname(file), { recursive: true });
    const descriptor = openSync(file, "wx");
    const hash = createHash("sha256");
    let size = 0;
    try {
      for await (const chunk of chunks) {
        writeAll(descriptor, chunk);
        hash.update(chunk);
        size += chunk.length;
      }
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    return { size, sha256: hash.digest("hex") };
  }

  /**
   * Makes a folder of the imported source the release's kit.
   * @param folder path relative to `raw`; "" for all of it.
   * @param wrap path below the kit at which the folder is put; "" for none.
   */
  adopt(folder: string, wrap: string): void {
    const kit = native(join(this.#new, "kit"), wrap);
    mkdirSync(dirname(kit), { recursive: true });
    renameWithPatience(folder === "" ? this.raw : native(this.raw, folder), kit);
  }

  /** The path of the kit in the staging folder, until the release is put in place. */
  get kit(): string {
    return join(this.#new, "kit");
  }

  /** Returns the absolute path of a file of the adopted kit. */
  kitFile(path: string): string {
    return native(join(this.#new, "kit"), path);
  }

  /** Deletes the kit from the staging folder for `kit import --no-kit`, so that the new release contains no kit. */
  dropKit(): void {
    rmSync(join(this.#new, "kit"), { recursive: true, force: true, maxRetries: 5 });
  }

  write(path: string, bytes: Uint8Array | string): void {
    const file = native(this.#new, path);
    mkdirSync(dirname(file), { recursive: true });
    createFile(file, [bytes]);
  }

  /** Returns the staged files other than the kit's, by their path in the release. */
  staged(): ReadonlyMap<string, Buffer> {
    const paths = listFolder(this.#new).files.map(({ path }) => path);
    const own = paths.filter((path) => !path.startsWith("kit/"));
    return new Map(own.map((path) => [path, readFileSync(native(this.#new, path))]));
  }

  /** Returns the bytes of a file of the existing release; null if it is missing. */
  standing(path: string): Buffer | null {
    const file = native(this.target, path);
    return existsSync(file) ? readFileSync(file) : null;
  }

  /** Returns the paths of the release that are new, that replace a file with other bytes, and that would be deleted, each list sorted. */
  changes(): { readonly written: readonly string[]; readonly replaced: readonly string[]; readonly gone: readonly string[] } {
    const staged = listFolder(this.#new).files;
    const written: string[] = [];
    const replaced: string[] = [];
    for (const { path } of staged) {
      const before = this.standing(path);
      if (!before) written.push(path);
      else if (!before.equals(readFileSync(native(this.#new, path)))) replaced.push(path);
    }
    const names = new Set(staged.map(({ path }) => path));
    const gone = WRITTEN.flatMap((entry) => {
      const folder = join(this.target, entry);
      if (!existsSync(folder) || entry === "kit.lock.yaml") return [];
      return listFolder(folder).files.flatMap(({ path }) => (names.has(`${entry}/${path}`) ? [] : [`${entry}/${path}`]));
    });
    return { written, replaced, gone };
  }

  /**
   * Puts the new release in the place of the old one, and copies the files of the old one that an import does not write. Restores the old
   * release on failure.
   */
  commit(): void {
    if (existsSync(this.target)) {
      for (const name of readdirSync(this.target)) {
        if (WRITTEN.includes(name) || existsSync(join(this.#new, name))) continue;
        cpSync(join(this.target, name), join(this.#new, name), {
          recursive: true,
          preserveTimestamps: true,
          verbatimSymlinks: true,
        });
      }
    }
    this.#stage.replace(this.release, this.#new);
  }

  /** Deletes the staging folder with everything that was not put in place. */
  close(): void {
    if (!this.#opened) return;
    this.#stage.remove();
    if (this.#madeReleases && readdirSync(this.#releases).length === 0) rmdirSync(this.#releases);
  }
}
