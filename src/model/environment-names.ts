/** The names of all environments, made to be asked often: a run may have ten thousand. */
export class EnvironmentNames {
  readonly #set: ReadonlySet<string>;
  readonly #folded = new Map<string, string[]>();

  constructor(readonly all: readonly string[]) {
    this.#set = new Set(all);
    for (const name of all) {
      const folded = name.toLowerCase();
      const known = this.#folded.get(folded);
      if (known) known.push(name);
      else this.#folded.set(folded, [name]);
    }
  }

  has(name: string): boolean {
    return this.#set.has(name);
  }

  /** Another name that differs from this one only in case, or undefined. */
  caseConflict(name: string): string | undefined {
    return this.#folded.get(name.toLowerCase())?.find((other) => other !== name);
  }
}
