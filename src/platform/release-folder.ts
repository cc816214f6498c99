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
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { wrongUse } from "../kernel/index.ts";
import { listFolder } from "./kit-files.ts";
import { makeFolders, refuseLinks } from "./folders.ts";
import { renameWithPatience } from "./rename.ts";
import { describeError } from "./confined-tree.ts";
import { putBackMissing, StagingFolder } from "./staging-folder.ts";

const STAGE = ".tierwright-import-";

const native = (folder: string, path: string): string => join(folder, path);

/** Entries of a release that an import writes; everything else in the folder is somebody's own and stays. */
const WRITTEN: readonly string[] = ["kit", "base", "kit.lock.yaml"];

/**
 * releases/<release>, made anew beside the others and put in place by one rename: it is there as a whole or not at all. Names of the
 * stage begin with a dot, so no run takes it for a release.
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

  /** Where the source's files are taken in. */
  get raw(): string {
    return this.#stage.at("raw");
  }

  get #new(): string {
    return this.#stage.at("new");
  }

  /** Puts back or clears away what a killed import left, and makes the stage. What cannot be written is wrong use (exit 2). */
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
        "nothing was changed; make it a folder that you may write",
      );
    }
  }

  /** Takes one file of the source in, in pieces. Throws what the pieces throw. */
  async take(path: string, chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<{ size: number; sha256: string }> {
    const file = native(this.raw, path);
    mkdirSync(dirname(file), { recursive: true });
    const descriptor = openSync(file, "wx");
    const hash = createHash("sha256");
    let size = 0;
    try {
      for await (const chunk of chunks) {
        for (let done = 0; done < chunk.length; ) done += writeSync(descriptor, chunk, done);
        hash.update(chunk);
        size += chunk.length;
      }
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    return { size, sha256: hash.digest("hex") };
  }

  /** Makes a folder of the source (relative to `raw`, "" is all of it) the release's kit, below `wrap` inside it where that is not "". */
  adopt(folder: string, wrap: string): void {
    const kit = native(join(this.#new, "kit"), wrap);
    mkdirSync(dirname(kit), { recursive: true });
    renameWithPatience(folder === "" ? this.raw : native(this.raw, folder), kit);
  }

  /** Where the kit that was adopted lies until the release is put in place. */
  get kit(): string {
    return join(this.#new, "kit");
  }

  /** Absolute path of a file of the kit that was adopted. */
  kitFile(path: string): string {
    return native(join(this.#new, "kit"), path);
  }

  /** The kit stays out of the release. */
  dropKit(): void {
    rmSync(join(this.#new, "kit"), { recursive: true, force: true, maxRetries: 5 });
  }

  write(path: string, bytes: Uint8Array | string): void {
    const file = native(this.#new, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes, { flush: true });
  }

  /** Bytes of a file of the release as it stands, or null. */
  standing(path: string): Buffer | null {
    const file = native(this.target, path);
    return existsSync(file) ? readFileSync(file) : null;
  }

  /** Paths of the new release that differ from what stands, and what stands among them and would be gone. Both sorted. */
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

  /** Puts the new release in the place of the old one; what is nobody's but the user's comes along. On failure the old one stands again. */
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

  /** Drops the stage with everything that was not put in place. */
  close(): void {
    if (!this.#opened) return;
    this.#stage.remove();
    if (this.#madeReleases && readdirSync(this.#releases).length === 0) rmdirSync(this.#releases);
  }
}
