import type { CacheFile } from "../io/cache-file.ts";
import { type Line, type Seal, fromLine, toLine, valueOf } from "./lines.ts";

/**
 * Results by name, each valid for one key: a hash over everything that decides it. A record whose key differs, that is damaged or
 * absent, or was not sealed by this user, is simply computed again, so the cache can never change a result.
 */
export class Cache {
  readonly #lines = new Map<string, Line>();
  readonly #fresh = new Map<string, { key: string; value: unknown }>();
  #read = 0;

  constructor(
    private readonly file: CacheFile,
    /** Part of every key: version and build of the tool. */
    private readonly tool: string,
  ) {
    for (const text of file.read().split("\n")) {
      const line = text === "" ? null : fromLine(text);
      if (!line) continue;
      this.#lines.set(line.name, line);
      this.#read++;
    }
  }

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  /** The value of a name for exactly this key, or undefined. */
  get<Value>(name: string, key: string): Value | undefined {
    const line = this.#lines.get(name);
    const { seal } = this.file;
    return seal && line?.key === `${this.tool}.${key}` ? valueOf<Value>(line, seal) : undefined;
  }

  put(name: string, key: string, value: unknown): void {
    this.#fresh.set(name, { key: `${this.tool}.${key}`, value });
  }

  /** Writes what is new; drops the records of `gone` names when the file holds mostly old lines. */
  save(keep: (name: string) => boolean): void {
    if (this.#fresh.size === 0) return;
    const lines = (seal: Seal) => [...this.#fresh].map(([name, { key, value }]) => toLine(name, key, value, seal));
    const total = this.#read + this.#fresh.size;
    const distinct = new Set([...this.#lines.keys(), ...this.#fresh.keys()]).size;
    if (total < distinct * 2 && this.#read > 0) {
      this.file.write(lines, false);
      return;
    }
    const old = [...this.#lines]
      .filter(([name, line]) => !this.#fresh.has(name) && keep(name) && line.key.startsWith(`${this.tool}.`))
      .map(([, line]) => `${line.check} ${line.body}`);
    this.file.write((seal) => [...old, ...lines(seal)], true);
  }
}
