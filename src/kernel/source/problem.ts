import type { Circumstances, Diagnostic } from "../diagnostic/define.ts";
import type { RuleProblem } from "../diagnostic/finding.ts";
import { plural } from "../diagnostic/plural.ts";
import { say, words } from "../diagnostic/text.ts";
import { MAX_PROBLEMS } from "./limits.ts";
import type { SourceText } from "./text.ts";

export type { RuleProblem } from "../diagnostic/finding.ts";

/** A function with which a part of the YAML reader reports a diagnostic about a range of offsets in the file that it reads. */
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

/** The problems of one file that is being read. Beyond MAX_PROBLEMS the list only counts them, so that no file floods the output. */
export class ProblemList {
  readonly #problems: RuleProblem[] = [];
  readonly #seen = new Set<string>();
  #more = 0;

  constructor(readonly source: SourceText) {}

  get size(): number {
    return this.#problems.length + this.#more;
  }

  /** Adds a problem. Ignores a second one with the same rule id and offset: two parts of the reader can find one fault. */
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

  /** Returns the problems in the order of their places in the text; those at one place in the order in which they were reported. */
  finish(): RuleProblem[] {
    return capProblems(this.#problems, this.#more);
  }
}

/** Returns the first MAX_PROBLEMS problems in the order of the text. If there are more, the last message states how many more. */
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
