import type { CacheFile } from "../cache-file.ts";
import { endOf, type Line, fromLine, toLine, valueOf } from "./lines.ts";

/**
 * The cache: values by name, each valid for one key (a hash of all its inputs). A value whose cache entry is missing, damaged, has another
 * key or is in a block without a valid HMAC is computed again, so the cache can never change a result.
 */
export class Cache {
  readonly #lines = new Map<string, Line>();
  readonly #fresh = new Map<string, { key: string; value: unknown; end: unknown }>();
  #read = 0;

  constructor(
    private readonly file: CacheFile,
    /** The version and build of Tierwright; part of every key, so that another version uses no cache entry of this one. */
    private readonly tool: string,
  ) {
    for (const text of file.read()) {
      const line = fromLine(text);
      if (!line) continue;
      this.#lines.set(line.name, line);
      this.#read++;
    }
  }

  /** Returns the value of a name if its cache entry has the given key, otherwise undefined. */
  get<Value>(name: string, key: string): Value | undefined {
    const line = this.#lines.get(name);
    return line?.key === `${this.tool}.${key}` ? valueOf<Value>(line) : undefined;
  }

  /** Returns the part of a name's cache entry that `put` stored as `end`, whatever the entry's key. Returns undefined if there is none. */
  end<Value>(name: string): Value | undefined {
    const line = this.#lines.get(name);
    return line && endOf<Value>(line);
  }

  /**
   * Holds a value in memory, until `save` writes it to the cache file `save`.
   * @param end a second part of the cache entry, which the method `end` reads and `get` does not parse.
   */
  put(name: string, key: string, value: unknown, end: unknown = null): void {
    this.#fresh.set(name, { key: `${this.tool}.${key}`, value, end });
  }

  /**
   * Writes the values of `put`. Appends them, or rewrites the cache file once the outdated lines would reach a quarter of the valid ones,
   * because every command reads the whole file.
   * @param keep returns false for the name of an environment that no longer exists, whose entry is then dropped.
   */
  save(keep: (name: string) => boolean): void {
    if (this.#fresh.size === 0) return;
    const fresh = [...this.#fresh].map(([name, { key, value, end }]) => toLine(name, key, value, end));
    const total = this.#read + this.#fresh.size;
    const distinct = new Set([...this.#lines.keys(), ...this.#fresh.keys()]).size;
    if (total * 4 < distinct * 5 && this.#read > 0 && this.file.add(fresh)) return;
    const old = [...this.#lines.values()]
      .filter(({ name, key }) => !this.#fresh.has(name) && keep(name) && key.startsWith(`${this.tool}.`))
      .map(({ text }) => text);
    this.file.write([...old, ...fresh]);
  }
}
