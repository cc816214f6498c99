import { PLANS } from "./scenario.ts";

/**
 * Of the places where a plan is disturbed all where the published counts are made (`npm run conformance`), elsewhere a sixth of them, of each plan
 * others: there are many thousands, and a process of its own costs a second. A kill in this process is tried at every place.
 */
export const someOf = (plan: (typeof PLANS)[number], all: readonly number[]): readonly number[] =>
  process.env.TIERWRIGHT_FAULTS ? all : all.filter((_, i) => i % 6 === PLANS.indexOf(plan) % 6);
