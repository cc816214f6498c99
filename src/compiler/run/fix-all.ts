import { type Finding, append, groupOf } from "../../kernel/index.ts";
import { writeNamedFile } from "../../platform/index.ts";
import { type Applied, type Changed, type Round, applyFixes, fixName } from "./apply-fixes.ts";

/** What fixing did. `kept`: fixes that were tried and taken back, because the finding stayed or another came. */
export interface Fixed<T> {
  readonly outcome: T;
  readonly fixed: readonly Applied[];
  readonly kept: readonly Applied[];
  /** Files that were left alone, each with the reason in words. */
  readonly left: readonly string[];
}

/** A fix may uncover the next one; more rounds than this means that two fixes undo each other. */
const MOST_ROUNDS = 100;

const errorsOf = (findings: readonly Finding[]): number => findings.filter(({ severity }) => severity === "error").length;

/**
 * True when a fix did not help: its file has no fewer findings of the rule and no fewer errors than before, or there are more errors
 * than before in all. What a reading stage could not see before may be seen now, so after such a fix further errors are expected.
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
 * Applies fixes and looks again until nothing is left to fix; then every changed file is written whole by rename. `look` looks at the files with what
 * is changed so far, which is not on the disk yet. What makes a finding worse is taken back: first a whole round is tried,
 * then half of it, down to the one fix that does it; after it the rounds grow again, because each look reads the whole repository.
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

/** What fixing did, one line each, for standard error. */
export function fixedLines({ fixed, kept, left }: Pick<Fixed<unknown>, "fixed" | "kept" | "left">): string {
  const lines = [
    ...fixed.map(({ file, line, title }) => `fixed ${file}:${line}: ${title}`),
    ...left,
    ...kept.map(
      ({ file, line, title, rule }) =>
        `not fixed ${file}:${line}: '${title}' would not fix ${rule} or bring another error, so it was taken back`,
    ),
  ];
  return lines.length === 0 ? "nothing to fix\n" : lines.map((line) => `${line}\n`).join("");
}
