import { groupedBy } from "../diagnostic/lists.ts";
/** The names of all environments, made to be asked often: a run may have ten thousand. */
export class EnvironmentNames {
  readonly #set: ReadonlySet<string>;
  readonly #folded: ReadonlyMap<string, readonly string[]>;

  constructor(readonly all: readonly string[]) {
    this.#set = new Set(all);
    this.#folded = groupedBy(all, (name) => name.toLowerCase());
  }

  has(name: string): boolean {
    return this.#set.has(name);
  }

  /** Another name that differs from this one only in case, or undefined. */
  caseConflict(name: string): string | undefined {
    return this.#folded.get(name.toLowerCase())?.find((other) => other !== name);
  }
}
