/**
 * Runs each test once as it is, taking down which mutants it meets, and then once more for each of these that no test has noticed yet: it has
 * to fail. All in one process, with everything imported once.
 */
import { appendFileSync } from "node:fs";
import { inject, TestRunner } from "vitest";
import { getFn } from "vitest/suite";

/** A mutant that never ends is one that is noticed. */
const MOST_CALLS = 3_000_000;
/** What so many tests that are about something else do not notice will hardly be noticed by the next one. */
const MOST_TRIES = 12;
const LONGEST_MS = 3000;

globalThis.__mutation ??= { active: -1, calls: 0, met: new Set(), noticed: new Set(), tries: new Map() };
/** One for all test files of a thread. */
const state = globalThis.__mutation;
const subjects = inject("subjects");

globalThis.__mutant = (id) => {
  if (state.active === -1) {
    if (subjects[id] !== null) state.met.add(id);
  } else if (state.calls++ > MOST_CALLS) throw new Error("this mutant does not end");
  return id === state.active;
};

export default class extends TestRunner {
  async runTask(test) {
    const run = getFn(test);
    state.met = new Set();
    state.active = -1;
    const start = performance.now();
    await run();
    if (performance.now() - start > LONGEST_MS) return;
    const met = [...state.met];
    appendFileSync(inject("met"), `${JSON.stringify({ met })}\n`);
    for (const id of met) {
      if (state.noticed.has(id)) continue;
      if (!test.fullName.includes(subjects[id])) {
        const tries = state.tries.get(id) ?? 0;
        if (tries >= MOST_TRIES) continue;
        state.tries.set(id, tries + 1);
      }
      state.active = id;
      state.calls = 0;
      try {
        await run();
      } catch {
        state.noticed.add(id);
        appendFileSync(inject("met"), `${JSON.stringify({ noticed: id })}\n`);
      }
    }
    state.active = -1;
  }
}
