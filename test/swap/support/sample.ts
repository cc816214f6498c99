import { inProcess } from "./in-process.ts";
import type { Runner } from "./runner.ts";

/**
 * Of long lists of cases the built-in runner meets each and deploy.ps1 every twenty-third, because a run of it takes thirty times as long. A field
 * has fourteen mutations, so that the sample goes through all kinds; `begin` makes another step or file begin elsewhere.
 */
export const EVERY = 23;

export function sampled<T>(runner: Runner, cases: readonly T[], begin = 0): readonly T[] {
  return runner === inProcess ? cases : cases.filter((_, i) => i % EVERY === begin % EVERY);
}
