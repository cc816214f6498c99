import { withoutSecrets } from "../../kernel/index.ts";

/** A group of log errors that no cause explains and that differ only in numbers and paths. */
export interface Unmatched {
  readonly count: number;
  readonly file: string;
  /** Number of the line in the log with the first error of the group. */
  readonly line: number;
  readonly sample: string;
}

/** Limits of the cache from messages to groups, in which messages that differ only in digits share one entry. */
const LONGEST_KNOWN = 500;
const MOST_KNOWN = 5_000;

/** Largest number of groups of errors; errors that fit none of these groups are not counted. */
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

  /** Adds the groups of errors of another log, which was read to its end. */
  take(other: UnmatchedErrors): void {
    for (const [kind, group] of other.#groups) {
      const known = this.#groups.get(kind);
      if (known) known.count += group.count;
      else if (this.#groups.size < MOST_GROUPS) this.#groups.set(kind, { ...group });
    }
  }

  /** Returns the groups with the most errors, the largest first. */
  top(most: number): readonly Unmatched[] {
    return [...this.#groups.values()].sort((a, b) => b.count - a.count || a.line - b.line).slice(0, most);
  }
}
