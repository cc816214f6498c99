import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crypto } from "./crypto.ts";
import { cacheSeal } from "./cache-key.ts";
import { fileClock } from "./file-clock.ts";
import { findGit } from "./git-folder.ts";
import type { Host } from "./host.ts";
import { readOrdinaryFile } from "./ordinary-file.ts";

const FOLDER = ".tierwright";
const NAME = "cache-v1";
/** The size in bytes beyond which the cache file is rewritten instead of appended to. */
const LARGEST_LOG = 64 * 1024 * 1024;
const HEAD = "sealed ";

/** The function that returns the HMAC of a text, with a key that only processes of this user can read. */
export type Seal = (text: string | Uint8Array) => string;

/**
 * Returns the lines that one command appends to the cache file as one block with one HMAC: an HMAC for each line would slow every command
 * down.
 */
function block(lines: readonly string[], seal: Seal): Buffer {
  const body = Buffer.from(lines.join("\n"), "utf8");
  return Buffer.concat([Buffer.from(`${seal(body)} ${body.length}\n`), body, Buffer.from("\n")]);
}

/** Yields the lines of each block of a cache file, up to the first block that is truncated, damaged or has no valid HMAC. */
function* sound(bytes: Buffer, from: number, seal: Seal) {
  for (let begin = from; begin < bytes.length; ) {
    const line = bytes.indexOf("\n", begin);
    const words = /^([0-9a-f]{32}) (\d{1,10})$/.exec(bytes.toString("latin1", begin, Math.min(line, begin + 64)));
    const end = line + 1 + Number(words?.[2]);
    const body = bytes.subarray(line + 1, end);
    if (line < 0 || !words || bytes[end] !== 0x0a || seal(body) !== words[1]) return;
    yield { body, begin, end: end + 1 };
    begin = end + 1;
  }
}

/**
 * The cache file of one repository (.tierwright/cache-v1): lines that are appended in blocks; the last line of a name is the valid one. It
 * can be deleted at any time, and a failure to read or write it only costs time. The file is in the checkout, where somebody else's branch
 * can put anything. Therefore every block has an HMAC with a key of this user that is stored elsewhere; a block without a valid HMAC is not
 * read, and the file is rewritten.
 */
export class CacheFile {
  readonly #path: string;
  readonly #folder: string;
  #seal: Seal | null | undefined;
  /** True if every block of the existing cache file has a valid HMAC with this user's key. */
  #own = false;
  readonly #made = process.uptime(); // a monotonic clock; performance.now() would load another module

  constructor(
    private readonly root: string,
    private readonly env: Host["env"],
  ) {
    this.#folder = join(root, FOLDER);
    this.#path = join(this.#folder, NAME);
  }

  /** Returns the function that computes the HMAC of a text. Returns null if no key can be trusted; then there is no cache. */
  get seal(): Seal | null {
    if (this.#seal === undefined) this.#seal = cacheSeal(this.root, false, this.env);
    return this.#seal;
  }

  #head(seal: Seal): string {
    return `${HEAD}${seal(NAME)}`;
  }

  #isPlain(): boolean {
    return lstatSync(this.#folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  }

  /** Returns whether git tracks the cache file: then it can come from a commit and is not read. Searches the git index for its name. */
  #isTracked(): boolean {
    const git = findGit(this.root);
    const index = git && readOrdinaryFile(join(git.own, "index"), 256 * 1024 * 1024);
    return index?.kind === "file" && index.bytes.includes(`${NAME}\0`);
  }

  /** Returns the lines of every block with a valid HMAC, in order; an empty list if the cache file cannot be read or trusted. */
  read(): readonly string[] {
    try {
      if (!this.#isPlain() || !lstatSync(this.#path, { throwIfNoEntry: false })?.isFile()) return [];
      const { seal } = this;
      const read = seal && readOrdinaryFile(this.#path, 2 * LARGEST_LOG, "no");
      if (!seal || read?.kind !== "file") return [];
      const head = Buffer.from(`${this.#head(seal)}\n`);
      if (!read.bytes.subarray(0, head.length).equals(head) || this.#isTracked()) return [];
      const blocks = [...sound(read.bytes, head.length, seal)];
      this.#own = head.length + blocks.reduce((sum, { end, begin }) => sum + end - begin, 0) === read.bytes.length;
      return blocks.flatMap(({ body }) => body.toString("utf8").split("\n"));
    } catch {
      return [];
    }
  }

  /** Appends lines to the cache file. Returns false if it must be rewritten instead, true without writing if the checkout is read-only. */
  add(lines: readonly string[]): boolean {
    try {
      return this.#own && this.#isPlain() && this.seal !== null && this.#add(block(lines, this.seal));
    } catch {
      return true; // a read-only checkout works without a cache
    }
  }

  /** Rewrites the cache file with the given lines. Does nothing if the file cannot be written. */
  write(lines: readonly string[]): void {
    try {
      if (!this.#makeFolder()) return;
      this.#seal ??= cacheSeal(this.root, true, this.env);
      if (!this.#seal) return;
      const fresh = `${this.#path}.${crypto().randomBytes(6).toString("hex")}`;
      try {
        writeFileSync(fresh, Buffer.concat([Buffer.from(`${this.#head(this.#seal)}\n`), block(lines, this.#seal)]), {
          flag: "wx",
        });
        renameSync(fresh, this.#path);
      } catch (error) {
        rmSync(fresh, { force: true });
        throw error;
      }
    } catch {
      // a read-only checkout works without a cache
    }
  }

  /** Creates the cache folder. Returns false if something other than a folder is in its place. */
  #makeFolder(): boolean {
    if (lstatSync(this.#folder, { throwIfNoEntry: false }) !== undefined) return this.#isPlain();
    mkdirSync(this.#folder);
    writeFileSync(join(this.#folder, ".gitignore"), "*\n", { flag: "wx" });
    return true;
  }

  /**
   * Returns the time at which this object was created, by the clock of the file system that holds the repository, in milliseconds. Returns
   * null if nothing can be written in the cache folder.
   */
  began(): number | null {
    try {
      const now = this.#makeFolder() ? fileClock(this.#folder) : null;
      return now === null ? null : now - (process.uptime() - this.#made) * 1000;
    } catch {
      return null;
    }
  }

  /** Appends bytes to the cache file. Returns false if it is not an ordinary file or has grown too large. */
  #add(bytes: Buffer): boolean {
    const flags = constants.O_WRONLY | constants.O_APPEND | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
    const descriptor = openSync(this.#path, flags);
    try {
      const stat = fstatSync(descriptor);
      if (!stat.isFile() || stat.size >= LARGEST_LOG) return false;
      writeFileSync(descriptor, bytes);
      return true;
    } finally {
      closeSync(descriptor);
    }
  }
}
