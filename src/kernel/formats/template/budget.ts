/** Limits of a template in a config repository. Tierwright's own template needs a hundredth of them, a large environment a tenth. */
export const TEMPLATE_LIMITS = {
  /** The most characters of a template. */
  text: 256 * 1024,
  /** The most statements of a template, nested ones included. */
  statements: 5_000,
  /** The most `{{else}}` and `{{^...}}` of a template, counted together. */
  alternatives: 200,
  /** The most levels of nested blocks in a template. */
  depth: 16,
  /** The most repetitions that all `{{#each}}` blocks of one rendering can have together. */
  rounds: 200_000,
  /** The most characters that one rendering writes; those of an inner block also count for every block around it. */
  output: 16 * 1024 * 1024,
} as const;

/**
 * Counters of the repetitions and characters of one rendering of a template, against TEMPLATE_LIMITS.
 * `stop` receives the words for an exceeded limit and must throw an error with them.
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
