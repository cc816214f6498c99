/**
 * Runs each test once as it is, taking down which mutants it meets, and then once more for each of these that no test has noticed yet: it has
 * to fail. All in one process, with everything imported once. What a mutant changes inside of a rule's check is tried on that check alone, with
 * what it was given: where it answers the same, the test would see nothing else, and need not run.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { setMaxListeners } from "node:events";
import { isDeepStrictEqual } from "node:util";
import { inject, TestRunner } from "vitest";
import { getFn } from "vitest/suite";
import { inTime } from "./in-time.mjs";

/** A mutant that never ends is one that is noticed. */
const MOST_CALLS = 3_000_000;
/** What so many tests that are about something else do not notice will hardly be noticed by the next one; and of one file, which has one theme. */
const MOST_TRIES = 24;
const MOST_TRIES_OF_FILE = 5;
const LONGEST_MS = 3000;
/** So many times as long as without a mutant, and half a second: then it waits for something that never comes. */
const PATIENCE = 8;
const CHECKS = ["check", "checkCompiled", "checkShared"];

// a test that runs a hundred times listens a hundred times
setMaxListeners(0);

/** One for all test files of a thread. */
globalThis.__mutation ??= { active: -1, calls: 0, met: new Set(), checks: null, noticed: new Set(), tries: new Map(), read: 0 };
const state = globalThis.__mutation;
const subjects = inject("subjects");
const path = inject("met");
const own = inject("own");

globalThis.__mutant = (id) => {
  if (state.active === -1) {
    if (subjects[id] !== null) state.met.add(id);
  } else if (state.calls++ > MOST_CALLS) throw new Error("this mutant does not end");
  return id === state.active;
};

/** What a check answers, or how it fails. */
function answer(check, given) {
  state.calls = 0;
  try {
    return [...check(given)];
  } catch (error) {
    return String(error);
  }
}

/** A rule whose calls are taken down while a test runs as it is. */
globalThis.__watched = (rule) => {
  for (const name of CHECKS.filter((key) => typeof rule[key] === "function")) {
    const check = rule[name];
    rule[name] = (given) => {
      if (state.checks === null) return check(given);
      const outside = state.met;
      state.met = new Set();
      try {
        const answered = [...check(given)];
        state.checks.push({ check, given, answered, met: state.met });
        return answered;
      } finally {
        state.met = outside;
      }
    };
  }
};

const write = (what) => appendFileSync(path, `${JSON.stringify(what)}\n`);

/** What the other threads have noticed since. */
function learn() {
  if (!existsSync(path)) return;
  const text = readFileSync(path, "utf8");
  const end = text.lastIndexOf("\n") + 1;
  for (const line of text.slice(state.read, end).split("\n"))
    if (line.startsWith('{"noticed"')) for (const id of JSON.parse(line).noticed) state.noticed.add(id);
  state.read = end;
}

export default class extends TestRunner {
  tried = new Map();

  /** The mutants that this test may notice. */
  worth(met, checks) {
    const open = (id) => !state.noticed.has(id);
    const found = new Set([...met].filter(open));
    for (const { check, given, answered, met: inside } of checks)
      for (const id of inside) {
        if (!open(id) || found.has(id)) continue;
        state.active = id;
        if (!isDeepStrictEqual(answer(check, given), answered)) found.add(id);
      }
    state.active = -1;
    return [...found];
  }

  /** Whether one more test that is about something else may try it. */
  mayTry(id) {
    const tries = state.tries.get(id) ?? 0;
    const here = this.tried.get(id) ?? 0;
    if (tries >= MOST_TRIES || here >= MOST_TRIES_OF_FILE) return false;
    state.tries.set(id, tries + 1);
    this.tried.set(id, here + 1);
    return true;
  }

  async runTask(test) {
    if (inject("pass") === "own" && !own.some((subject) => test.fullName.includes(subject))) return;
    const run = getFn(test);
    Object.assign(state, { met: new Set(), checks: [], active: -1 });
    const start = performance.now();
    await run();
    const took = performance.now() - start;
    const { met, checks } = state;
    state.checks = null;
    if (took > LONGEST_MS) return;
    write({ met: [...new Set([met, ...checks.map((call) => call.met)].flatMap((ids) => [...ids]))] });
    learn();
    const noticed = [];
    for (const id of this.worth(met, checks)) {
      if (!test.fullName.includes(subjects[id]) && !this.mayTry(id)) continue;
      Object.assign(state, { active: id, calls: 0 });
      try {
        await inTime(run, PATIENCE * took + 500);
      } catch {
        noticed.push(id);
      }
    }
    state.active = -1;
    if (noticed.length === 0) return;
    try {
      await run();
    } catch {
      return; // it cannot run twice, so it notices nothing
    }
    for (const id of noticed) state.noticed.add(id);
    write({ noticed });
  }
}
