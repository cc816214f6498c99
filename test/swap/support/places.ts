import { PLANS } from "./scenario.ts";

/**
 * Of the places where a plan is disturbed all where the published counts are made (`npm run conformance`), elsewhere a third of them, of each plan
 * others: a process of its own costs a second, and a recovery that is disturbed at each of its operations as much.
 */
export const someOf = (plan: (typeof PLANS)[number], all: readonly number[]): readonly number[] =>
  process.env.TIERWRIGHT_FAULTS ? all : all.filter((_, i) => i % 3 === PLANS.indexOf(plan) % 3);
