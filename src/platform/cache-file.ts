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
/** Beyond this the file is written anew instead of being added to. */
const LARGEST_LOG = 64 * 1024 * 1024;
const HEAD = "sealed ";

/** Makes the check of a text; who has not the user's key cannot make it. */
export type Seal = (text: string | Uint8Array) => string;

/** Lines of one run under one seal: a seal for each of a thousand lines took 15 ms of a run that computes nothing. */
function block(lines: readonly string[], seal: Seal): Buffer {
  const body = Buffer.from(lines.join("\n"), "utf8");
  return Buffer.concat([Buffer.from(`${seal(body)} ${body.length}\n`), body, Buffer.from("\n")]);
}

/** The blocks up to the first one that is cut off, damaged or a stranger's. */
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
 * The cache of one repository: lines that are added in blocks, the last line of a name counts. It may be deleted at any time, and every failure to
 * read or write it only costs speed. It lies in the checkout, where a stranger's branch may have put anything, so it is sealed with a key
 * of this user that lies elsewhere: what was not written here by this user is not read, and written anew.
 */
export class CacheFile {
  readonly #path: string;
  readonly #folder: string;
  #seal: Seal | null | undefined;
  /** All of the file that stands there was written by this user. */
  #own = false;
  readonly #made = process.uptime(); // a clock that is never set, as that of performance, which takes a millisecond of a start

  constructor(
    private readonly root: string,
    private readonly env: Host["env"],
  ) {
    this.#folder = join(root, FOLDER);
    this.#path = join(this.#folder, NAME);
  }

  /** Seals a text; null: nothing can be sealed, so there is no cache. */
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

  /** True when git keeps the cache: then it came with a checkout. The names in the index are looked at as bytes. */
  #isTracked(): boolean {
    const git = findGit(this.root);
    const index = git && readOrdinaryFile(join(git.own, "index"), 256 * 1024 * 1024);
    return index?.kind === "file" && index.bytes.includes(`${NAME}\0`);
  }

  /** The lines of every block that this user sealed, in order. */
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

  /** Adds lines; false where there is nothing to add them to. */
  add(lines: readonly string[]): boolean {
    try {
      return this.#own && this.#isPlain() && this.seal !== null && this.#add(block(lines, this.seal));
    } catch {
      return true; // a read-only checkout works without a cache
    }
  }

  /** Writes the file anew. */
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

  /** False where something else lies in its place. */
  #makeFolder(): boolean {
    if (lstatSync(this.#folder, { throwIfNoEntry: false }) !== undefined) return this.#isPlain();
    mkdirSync(this.#folder);
    writeFileSync(join(this.#folder, ".gitignore"), "*\n", { flag: "wx" });
    return true;
  }

  /** What time it was for the file system that the repository lies on when this object was made, by that system's clock; null where nothing can be written. */
  began(): number | null {
    try {
      const now = this.#makeFolder() ? fileClock(this.#folder) : null;
      return now === null ? null : now - (process.uptime() - this.#made) * 1000;
    } catch {
      return null;
    }
  }

  /** False where nothing can be added: no ordinary file, or one that has grown too large. */
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
