/** Limits of a repository's template. The built-in one needs a hundredth of them, and the values of a large environment a tenth. */
export const TEMPLATE_LIMITS = {
  /** Characters of the template. */
  text: 256 * 1024,
  /** Statements, nested ones included. */
  statements: 5_000,
  /** `else` and `^` together. */
  alternatives: 200,
  /** Levels of nested blocks. */
  depth: 16,
  /** Iterations of all `each` blocks together. */
  rounds: 200_000,
  /** Characters written; those of inner blocks count once for every block around them. */
  output: 16 * 1024 * 1024,
} as const;

/**
 * Counters of one rendering against its limits.
 * `stop` receives the words for an exceeded limit and must throw.
 */
export class Budget {
  #rounds = 0;
  #output = 0;

  constructor(private readonly stop: (words: string) => never) {}

  reset(): void {
    this.#rounds = 0;
    this.#output = 0;
  }

  round(): void {
    if (++this.#rounds > TEMPLATE_LIMITS.rounds)
      this.stop(`its loops go round more than ${TEMPLATE_LIMITS.rounds} times: take the inner loop out`);
  }

  wrote(characters: number): void {
    this.#output += characters;
    if (this.#output > TEMPLATE_LIMITS.output)
      this.stop(
        `it writes more than ${TEMPLATE_LIMITS.output / 1024 / 1024} MiB: write fewer values, or write them outside of loops`,
      );
  }
}
