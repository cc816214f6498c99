import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crypto } from "./crypto.ts";
import { cacheSeal } from "./cache-key.ts";
import { findGit } from "./git-folder.ts";
import type { Host } from "./host.ts";
import { readOrdinaryFile } from "./ordinary-file.ts";

const FOLDER = ".tierwright";
const NAME = "cache-v1";
/** Beyond this the file is written anew instead of being added to. */
const LARGEST_LOG = 64 * 1024 * 1024;
const HEAD = "sealed ";

/**
 * The cache of one repository: lines that are added, the last line of a name counts. It may be deleted at any time, and every failure to
 * read or write it only costs speed. It lies in the checkout, where a stranger's branch may have put anything, so it is sealed with a key
 * of this user that lies elsewhere: what was not written here by this user is not read, and written anew.
 */
export class CacheFile {
  readonly #path: string;
  readonly #folder: string;
  #seal: ((text: string) => string) | null | undefined;
  /** The file that stands there was begun by this user. */
  #own = false;

  constructor(
    private readonly root: string,
    private readonly env: Host["env"],
  ) {
    this.#folder = join(root, FOLDER);
    this.#path = join(this.#folder, NAME);
  }

  /** Seals a text; null: nothing can be sealed, so there is no cache. */
  get seal(): ((text: string) => string) | null {
    if (this.#seal === undefined) this.#seal = cacheSeal(this.root, false, this.env);
    return this.#seal;
  }

  #head(seal: (text: string) => string): string {
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

  read(): string {
    try {
      if (!this.#isPlain() || !lstatSync(this.#path, { throwIfNoEntry: false })?.isFile()) return "";
      const { seal } = this;
      const read = seal && readOrdinaryFile(this.#path, 2 * LARGEST_LOG, "no");
      if (!seal || read?.kind !== "file") return "";
      const head = `${this.#head(seal)}\n`;
      if (read.bytes.subarray(0, head.length).toString("latin1") !== head || this.#isTracked()) return "";
      this.#own = true;
      return read.bytes.toString("utf8", head.length);
    } catch {
      return "";
    }
  }

  /** Adds lines, or writes the file anew when `anew`, when it has grown too large or is not ours. `sealed` makes them. */
  write(sealed: (seal: (text: string) => string) => readonly string[], anew: boolean): void {
    try {
      const made = lstatSync(this.#folder, { throwIfNoEntry: false }) === undefined;
      if (made) mkdirSync(this.#folder);
      else if (!this.#isPlain()) return;
      if (made) writeFileSync(join(this.#folder, ".gitignore"), "*\n", { flag: "wx" });
      this.#seal ??= cacheSeal(this.root, true, this.env);
      if (!this.#seal) return;
      const text = sealed(this.#seal)
        .map((line) => `${line}\n`)
        .join("");
      if (!anew && this.#own && this.#add(text)) return;
      const fresh = `${this.#path}.${crypto().randomBytes(6).toString("hex")}`;
      try {
        writeFileSync(fresh, `${this.#head(this.#seal)}\n${text}`, { flag: "wx" });
        renameSync(fresh, this.#path);
      } catch (error) {
        rmSync(fresh, { force: true });
        throw error;
      }
    } catch {
      // a read-only checkout works without a cache
    }
  }

  /** False where nothing can be added: no ordinary file, or one that has grown too large. */
  #add(text: string): boolean {
    const flags = constants.O_WRONLY | constants.O_APPEND | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
    const descriptor = openSync(this.#path, flags);
    try {
      const stat = fstatSync(descriptor);
      if (!stat.isFile() || stat.size >= LARGEST_LOG) return false;
      writeFileSync(descriptor, text);
      return true;
    } finally {
      closeSync(descriptor);
    }
  }
}
