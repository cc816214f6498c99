/**
 * Laws of many runs: `npm test` tries a twentieth of them, `npm run test:process` (vitest.process.config.ts, which finds the files that import
 * this one) all, and `.ci/run`, which has forty minutes, a third.
 */
const THIRD = process.env.TIERWRIGHT_RUNS === "third";
const WHOLE = THIRD || process.env.TIERWRIGHT_RUNS === "all";

/** How many of `many` are tried here. */
export function runs(many: number): number {
  const part = THIRD ? 3 : WHOLE ? 1 : 20;
  return Math.min(many, Math.max(20, Math.ceil(many / part)));
}

/** Every `step`-th where all would take too long for `npm test`. */
export const stepOf = (step: number): number => (THIRD ? Math.min(step, 3) : WHOLE ? 1 : step);

/** The first `few` where all would take too long for `npm test`. */
export const first = <T>(few: number, list: readonly T[]): readonly T[] => (WHOLE ? list : list.slice(0, few));

/** Of a long list of cases each `step`-th in `npm test`; all of them wherever a file is named, and in `npm run test:process`. */
export const eachNth = <T>(step: number, list: readonly T[]): readonly T[] =>
  process.env.TIERWRIGHT_SAMPLED === "1" ? list.filter((_, i) => i % step === 0) : list;

/** The list begun elsewhere: where `first` takes a few of it, each test takes others, so that all are tried somewhere. */
export function turned<T>(by: number, list: readonly T[]): readonly T[] {
  const begin = by % list.length;
  return [...list.slice(begin), ...list.slice(0, begin)];
}
