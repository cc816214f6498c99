import { groupedBy } from "../../kernel/index.ts";
/** The names of all environments, indexed for frequent look-ups: a repository can have ten thousand. */
export class EnvironmentNames {
  readonly #set: ReadonlySet<string>;
  #folded: ReadonlyMap<string, readonly string[]> | null = null;
  /** True if no two names differ only in case, which is nearly always so; then no index of conflicts is needed. */
  readonly #distinct: boolean;

  constructor(readonly all: readonly string[]) {
    this.#set = new Set(all);
    this.#distinct = new Set(all.map((name) => name.toLowerCase())).size === this.#set.size;
  }

  has(name: string): boolean {
    return this.#set.has(name);
  }

  /** Returns another environment whose name differs from `name` only in case; undefined if there is none. */
  caseConflict(name: string): string | undefined {
    if (this.#distinct && this.#set.has(name)) return undefined;
    this.#folded ??= groupedBy(this.all, (one) => one.toLowerCase());
    return this.#folded.get(name.toLowerCase())?.find((other) => other !== name);
  }
}
