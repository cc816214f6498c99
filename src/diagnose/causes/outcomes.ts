import type { Cause } from "./cause.ts";
import { CAUSES } from "./registry.generated.ts";

/** Largest number of subjects, such as users, that are remembered for each cause. */
const MOST_SUBJECTS = 1_000;

const ENDING = CAUSES.filter(({ over }) => over !== undefined);

/** Literals: every record that shows that a fault is over contains at least one of them. */
export const OUTCOME_ANCHORS: readonly string[] = ENDING.flatMap(({ over }) => over?.anchors ?? []);

/** The subjects of faults, such as users, until a later record of the log shows that the fault is over for them. */
export class Outcomes {
  readonly #open = new Map<Cause, Set<string>>();

  /** Adds the subjects of a fault. A record without a subject counts as a subject for which the fault never ends. */
  add(cause: Cause, text: string): void {
    if (cause.over === undefined) return;
    const open = this.#open.get(cause) ?? new Set();
    this.#open.set(cause, open);
    const subjects = cause.over.failed(text);
    for (const subject of subjects.length === 0 ? [""] : subjects) if (open.size < MOST_SUBJECTS) open.add(subject);
  }

  /** Removes the subjects for which a record shows that the fault is over. */
  see(text: string): void {
    for (const [cause, open] of this.#open) for (const subject of cause.over?.succeeded(text) ?? []) open.delete(subject);
  }

  /** Returns whether the fault ended for each of its subjects. */
  isOver(cause: Cause): boolean {
    return this.#open.get(cause)?.size === 0;
  }
}
