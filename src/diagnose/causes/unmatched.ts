import { withoutSecrets } from "../../kernel/index.ts";

/** Errors that no cause explains, those that differ in numbers and paths alone together. */
export interface Unmatched {
  readonly count: number;
  readonly file: string;
  /** Of the first. */
  readonly line: number;
  readonly sample: string;
}

/** Digits decide nothing of a kind: messages that differ in them alone are judged once. */
const LONGEST_KNOWN = 500;
const MOST_KNOWN = 5_000;

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
  readonly #known = new Map<string, { count: number }>();

  add(file: string, line: number, message: string): void {
    const form = message.length > LONGEST_KNOWN ? null : message.replace(/\d/g, "0");
    const known = form === null ? undefined : this.#known.get(form);
    if (known) known.count++;
    else this.#judge(file, line, message, form);
  }

  #judge(file: string, line: number, message: string, form: string | null): void {
    const sample = withoutSecrets(message).slice(0, LONGEST);
    const kind = kindOf(sample);
    const known = this.#groups.get(kind);
    if (!known && this.#groups.size >= MOST_GROUPS) return;
    const group = known ?? { count: 0, file, line, sample };
    group.count++;
    this.#groups.set(kind, group);
    if (form !== null && this.#known.size < MOST_KNOWN) this.#known.set(form, group);
  }

  /** Adds what another source had, once that was read to its end. */
  take(other: UnmatchedErrors): void {
    for (const [kind, group] of other.#groups) {
      const known = this.#groups.get(kind);
      if (known) known.count += group.count;
      else if (this.#groups.size < MOST_GROUPS) this.#groups.set(kind, { ...group });
    }
  }

  /** The most frequent first. */
  top(most: number): readonly Unmatched[] {
    return [...this.#groups.values()].sort((a, b) => b.count - a.count || a.line - b.line).slice(0, most);
  }
}
