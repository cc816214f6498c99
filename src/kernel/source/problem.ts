import type { Circumstances, Diagnostic } from "../diagnostic/define.ts";
import type { RuleProblem } from "../diagnostic/finding.ts";
import { plural } from "../diagnostic/plural.ts";
import { say, words } from "../diagnostic/text.ts";
import { MAX_PROBLEMS } from "./limits.ts";
import type { SourceText } from "./text.ts";

export type { RuleProblem } from "../diagnostic/finding.ts";

/** A function with which a reading stage reports a problem about a range of one file. */
export type Report = <Args>(
  diagnostic: Diagnostic<Args>,
  start: number,
  end: number,
  args: Args,
  circumstances?: Circumstances,
) => void;

function byPlace(a: RuleProblem, b: RuleProblem): number {
  return (a.at?.line ?? 0) - (b.at?.line ?? 0) || (a.at?.column ?? 0) - (b.at?.column ?? 0);
}

/** The problems of one file. Beyond MAX_PROBLEMS the list only counts them, so that no file floods a report. */
export class ProblemList {
  readonly #problems: RuleProblem[] = [];
  readonly #seen = new Set<string>();
  #more = 0;

  constructor(readonly source: SourceText) {}

  get size(): number {
    return this.#problems.length + this.#more;
  }

  /** Adds a problem. Ignores a second one of a rule at an offset: two stages can find the same fault. */
  readonly report: Report = <Args>(
    diagnostic: Diagnostic<Args>,
    start: number,
    end: number,
    args: Args,
    circumstances?: Circumstances,
  ): void => {
    if (this.#problems.length >= MAX_PROBLEMS) {
      this.#more++;
      return;
    }
    const id = `${diagnostic.id} ${start}`;
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    this.#problems.push(diagnostic.at(this.source.placeOf(start, Math.max(start, end)), args, circumstances));
  };

  /** Returns the problems in the order of the text; at equal places in the order of their reports. */
  finish(): RuleProblem[] {
    return capProblems(this.#problems, this.#more);
  }
}

/** Returns the problems in the order of the text, at most MAX_PROBLEMS. The last one then contains the number of further ones. */
export function capProblems(problems: readonly RuleProblem[], uncounted = 0): RuleProblem[] {
  if (problems.length === 0) return [];
  const sorted = [...problems].sort(byPlace);
  const shown = sorted.slice(0, MAX_PROBLEMS);
  const more = sorted.length - shown.length + uncounted;
  const last = shown.at(-1);
  if (more === 0 || last === undefined) return shown;
  const message = say`${last.message} (and ${words(plural(more, "more problem"))} in this file)`;
  return [...shown.slice(0, -1), { ...last, message }];
}
