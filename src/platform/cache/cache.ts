import type { CacheFile } from "../cache-file.ts";
import { endOf, type Line, fromLine, toLine, valueOf } from "./lines.ts";

/**
 * Results by name, each valid for one key: a hash over everything that decides it. A record whose key differs, that is damaged or
 * absent, or was not sealed by this user, is simply computed again, so the cache can never change a result.
 */
export class Cache {
  readonly #lines = new Map<string, Line>();
  readonly #fresh = new Map<string, { key: string; value: unknown; end: unknown }>();
  #read = 0;

  constructor(
    private readonly file: CacheFile,
    /** Part of every key: version and build of the tool. */
    private readonly tool: string,
  ) {
    for (const text of file.read()) {
      const line = fromLine(text);
      if (!line) continue;
      this.#lines.set(line.name, line);
      this.#read++;
    }
  }

  /** The value of a name for exactly this key, or undefined. */
  get<Value>(name: string, key: string): Value | undefined {
    const line = this.#lines.get(name);
    return line?.key === `${this.tool}.${key}` ? valueOf<Value>(line) : undefined;
  }

  /** What was put at the end of the record of a name. */
  end<Value>(name: string): Value | undefined {
    const line = this.#lines.get(name);
    return line && endOf<Value>(line);
  }

  /** `end`: a part of the record that is asked for on its own, and is not read with the rest. */
  put(name: string, key: string, value: unknown, end: unknown = null): void {
    this.#fresh.set(name, { key: `${this.tool}.${key}`, value, end });
  }

  /** Writes what is new; without old lines and the records of names that are gone where those are more than a quarter: each run reads all of it. */
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
