/**
 * Runs each test once unchanged and records which mutants it executes, then once more for each of these that no test has noticed yet: the
 * test has to fail. Everything runs in one process, with all modules imported once. A mutant inside a rule's check is tried on that check
 * alone, with the recorded arguments: if it returns the same, the test would see no difference and need not run.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { setMaxListeners } from "node:events";
import { isDeepStrictEqual } from "node:util";
import { inject, TestRunner } from "vitest";
import { getFn } from "vitest/suite";
import { inTime } from "./in-time.mjs";

/** Number of calls after which a mutant counts as endless, and so as noticed. */
const MOST_CALLS = 3_000_000;
/** Number of unrelated tests, and of those in one test file, that try a mutant: if none of them notices it, the next one hardly will. */
const MOST_TRIES = 24;
const MOST_TRIES_OF_FILE = 5;
const LONGEST_MS = 3000;
/**
 * A test with a mutant can take this many times as long as without, plus half a second; then it is waiting for something that never comes.
 */
const PATIENCE = 8;
const CHECKS = ["check", "checkCompiled", "checkShared"];

// a test that runs a hundred times adds its listeners a hundred times
setMaxListeners(0);

/** one state for all test files of a thread */
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

/** Returns the result of a check, or the way in which it fails. */
function answer(check, given) {
  state.calls = 0;
  try {
    return [...check(given)];
  } catch (error) {
    return String(error);
  }
}

/** Registers a rule whose calls are recorded while a test runs unchanged. */
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

/** Reads the mutants that other threads have noticed since the last call. */
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

  /** Returns the mutants that this test can notice. */
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

  /** Returns whether one more unrelated test can try the mutant. */
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
      return; // a test that cannot run twice notices nothing
    }
    for (const id of noticed) state.noticed.add(id);
    write({ noticed });
  }
}
