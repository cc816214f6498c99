import { withoutSecrets } from "./conceal.ts";

/** Errors that no cause explains, those that differ in numbers and paths alone together. */
export interface Unmatched {
  readonly count: number;
  readonly file: string;
  /** Of the first. */
  readonly line: number;
  readonly sample: string;
}

/** More kinds of errors than a log has. */
const MOST_GROUPS = 2_000;
const LONGEST = 300;

const kindOf = (sample: string): string =>
  sample
    .replace(/[A-Za-z]:\\\S{1,300}|\/\S{1,300}/g, "/")
    .replace(/[0-9a-f]{8,}/gi, "#")
    .replace(/\d+/g, "#");

export class UnmatchedErrors {
  readonly #groups = new Map<string, { count: number; file: string; line: number; sample: string }>();

  add(file: string, line: number, message: string): void {
    const sample = withoutSecrets(message).slice(0, LONGEST);
    const kind = kindOf(sample);
    const known = this.#groups.get(kind);
    if (known) known.count++;
    else if (this.#groups.size < MOST_GROUPS) this.#groups.set(kind, { count: 1, file, line, sample });
  }

  /** The most frequent first. */
  top(most: number): readonly Unmatched[] {
    return [...this.#groups.values()].sort((a, b) => b.count - a.count || a.line - b.line).slice(0, most);
  }
}
