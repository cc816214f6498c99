import { type Finding, append, groupOf } from "../../kernel/index.ts";
import { writeNamedFile } from "../../platform/index.ts";
import { type Applied, type Changed, type Round, applyFixes, fixName } from "./apply-fixes.ts";

/** The result of fixing. `kept` lists fixes that were tried and rolled back, because the finding remained or another error appeared. */
export interface Fixed<T> {
  readonly outcome: T;
  readonly fixed: readonly Applied[];
  readonly kept: readonly Applied[];
  /** Files that were not fixed, each with the reason in words. */
  readonly left: readonly string[];
}

/** Highest number of rounds. One fix can uncover the next; more rounds than this mean that two fixes undo each other. */
const MOST_ROUNDS = 100;

const errorsOf = (findings: readonly Finding[]): number => findings.filter(({ severity }) => severity === "error").length;

/**
 * Returns true if a round of fixes did not help: a fixed file has no fewer findings of the rule and no fewer errors than before, or there are more
 * errors in total. After a fix for a reading error more errors are expected, because more of the file can be read.
 */
function isWorse(before: readonly Finding[], after: readonly Finding[], { applied }: Round): boolean {
  const helped = applied.every(({ rule, file }) => {
    const own = (findings: readonly Finding[]) => findings.filter(({ at }) => at?.file === file);
    const fewer = (of: (findings: readonly Finding[]) => number) => of(own(after)) < of(own(before));
    return fewer((findings) => findings.filter((finding) => finding.rule === rule).length) || fewer(errorsOf);
  });
  if (!helped) return true;
  return !applied.some(({ rule }) => groupOf(rule) === "repo") && errorsOf(after) > errorsOf(before);
}

/**
 * Applies fixes round by round until nothing is left to fix, then writes every changed file whole by rename. A round that makes the findings worse is
 * rolled back and tried with half as many fixes, down to the one fix that causes it. After that the rounds grow again, because each look reads the
 * whole repository.
 * @param look Checks the files with the changes so far, which are not on disk yet.
 */
export async function fixAll<T extends { readonly findings: readonly Finding[] }>(
  folder: string,
  look: (changed: Changed) => Promise<T>,
  options: { readonly alsoReview: boolean; readonly named: boolean },
): Promise<Fixed<T>> {
  let changed: Changed = new Map();
  let outcome = await look(changed);
  const fixed: Applied[] = [];
  const kept: Applied[] = [];
  const without = new Set<string>();
  let left: readonly string[] = [];
  let most = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const done = applyFixes(folder, changed, outcome.findings, { ...options, without, most });
    left = done.left;
    if (done.applied.length === 0) break;
    const after = await look(done.changed);
    const plain = done.applied.map(({ rule, file, line, title }) => ({ rule, file, line, title }));
    if (!isWorse(outcome.findings, after.findings, done)) {
      append(fixed, plain);
      ({ changed } = done);
      outcome = after;
      most *= 2;
      continue;
    }
    if (done.applied.length === 1) {
      append(kept, plain);
      for (const { finding } of done.applied) without.add(fixName(finding));
    }
    most = Math.max(1, Math.ceil(done.applied.length / 2));
  }
  for (const [file, bytes] of changed) writeNamedFile(folder, file, bytes);
  return { outcome, fixed, kept, left };
}

/** Returns the report of the fixes for standard error, one line each. */
export function fixedLines({ fixed, kept, left }: Pick<Fixed<unknown>, "fixed" | "kept" | "left">): string {
  const lines = [
    ...fixed.map(({ file, line, title }) => `fixed ${file}:${line}: ${title}`),
    ...left,
    ...kept.map(
      ({ file, line, title, rule }) =>
        `not fixed ${file}:${line}: '${title}' does not fix ${rule} or causes another error, so it was undone`,
    ),
  ];
  return lines.length === 0 ? "nothing to fix\n" : lines.map((line) => `${line}\n`).join("");
}
