import { type Finding, append, groupOf } from "../../kernel/index.ts";
import { writeNamedFile } from "../../platform/index.ts";
import { type Applied, type Changed, type Round, applyFixes, fixName } from "./apply-fixes.ts";

/** The result of `--fix`. `kept` lists the fixes that were rolled back, because the finding remained or another error appeared. */
export interface Fixed<T> {
  readonly outcome: T;
  readonly fixed: readonly Applied[];
  readonly kept: readonly Applied[];
  /** Files that were not fixed although a fix exists, each with the reason in words. */
  readonly left: readonly string[];
}

/** Highest number of rounds. One fix can uncover the next; more rounds than this mean that two fixes undo each other. */
const MOST_ROUNDS = 100;

const errorsOf = (findings: readonly Finding[]): number => findings.filter(({ severity }) => severity === "error").length;

/**
 * Returns false if every fix of a round lowered, in its file, the number of findings of its rule or of errors, and the repository has no
 * more errors than before. Otherwise returns true, and the round must be rolled back. A fix of a reading error (group `repo`) may raise the
 * errors, because more of the file can be read.
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
 * Applies fixes in rounds until none is left, then writes the changed files. A round that makes the findings worse is rolled back and tried
 * with half as many fixes, down to the one that causes it. After a good round the limit of fixes per round doubles, because each round
 * checks the whole repository.
 * @param look Checks the repository with the given file contents in place of those on disk.
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

/** Returns a line for each fix that was applied or undone and each file left out, for standard error; 'nothing to fix' if there is none. */
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
