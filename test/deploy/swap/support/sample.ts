import { inProcess } from "./in-process.ts";
import type { Runner } from "./runner.ts";

/**
 * Of long lists of cases the built-in runner meets each where the published counts are made (`npm run conformance`) and elsewhere every ninth;
 * deploy.ps1 every twenty-third, because a run of it takes thirty times as long. A field has fourteen mutations, so that both samples go through all
 * kinds; `begin` makes another step or file begin elsewhere.
 */
export const EVERY = 23;
const OWN = process.env.TIERWRIGHT_FAULTS ? 1 : 9;

export function sampled<T>(runner: Runner, cases: readonly T[], begin = 0): readonly T[] {
  const every = runner === inProcess ? OWN : EVERY;
  return cases.filter((_, i) => i % every === begin % every);
}
