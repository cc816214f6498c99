import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = ".tierwright";
const NAME = "cache-v1";
/** Beyond this the file is written anew instead of being added to. */
const LARGEST_LOG = 64 * 1024 * 1024;

/**
 * The cache of one repository: lines that are added, the last line of a name counts. It may be deleted at any time,
 * and every failure to read or write it only costs speed.
 */
export class CacheFile {
  readonly #path: string;
  readonly #folder: string;

  constructor(root: string) {
    this.#folder = join(root, FOLDER);
    this.#path = join(this.#folder, NAME);
  }

  read(): string {
    try {
      // a pipe or device in its place would hold the run up
      if (!statSync(this.#path, { throwIfNoEntry: false })?.isFile()) return "";
      return readFileSync(this.#path, "utf8");
    } catch {
      return "";
    }
  }

  /** Adds lines, or writes the file anew when `anew` or when it has grown too large. */
  write(lines: readonly string[], anew: boolean): void {
    try {
      if (!existsSync(this.#folder)) {
        mkdirSync(this.#folder, { recursive: true });
        writeFileSync(join(this.#folder, ".gitignore"), "*\n");
      }
      const stat = statSync(this.#path, { throwIfNoEntry: false });
      if (stat && !stat.isFile()) return;
      const size = stat?.size ?? 0;
      if (!anew && size > 0 && size < LARGEST_LOG) {
        appendFileSync(this.#path, lines.map((line) => `${line}\n`).join(""));
        return;
      }
      const fresh = `${this.#path}.${process.pid}`;
      writeFileSync(fresh, lines.map((line) => `${line}\n`).join(""));
      renameSync(fresh, this.#path);
    } catch {
      // a read-only checkout works without a cache
    }
  }
}
