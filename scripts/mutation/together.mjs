/**
 * Runs all test files of an area in one process, for code that nearly every test executes. Each test runs once unchanged, which shows the
 * mutants that it executes and its duration; then each mutant is tried with the tests that execute it, until one fails. The first are tests
 * that noticed neighbouring mutants, and all tests of files that import the mutant's file; then tests that take different paths through
 * that file, the quickest of each path, so that most mutants are noticed soon. The threads share the mutants: each takes the next one that
 * no other has taken.
 */
import { appendFileSync, closeSync, openSync, readFileSync } from "node:fs";
import { setMaxListeners } from "node:events";
import { join } from "node:path";
import { inject, TestRunner } from "vitest";
import { inTime } from "./in-time.mjs";

/** Number of calls of a mutant after which its running time is checked: a mutant that never ends counts as noticed. */
const MOST_CALLS = 2000;
/**
 * Number of further tests, and milliseconds of a test, after which a mutant is not tried any longer: the next test would hardly notice it.
 */
const MOST_TRIES = 40;
const LONGEST_MS = 2000;
/**
 * A test with a mutant can take this many times as long as without, plus half a second; then it is waiting for something that never comes.
 */
const PATIENCE = 8;
/** Number of tests that are tried first because they noticed a mutant of the file most recently. */
const MOST_LATEST = 6;

// a test that runs a hundred times adds its listeners a hundred times
setMaxListeners(0);

const { folder, files, until } = inject("together");
const write = (what) => appendFileSync(join(folder, "met"), `${JSON.stringify(what)}\n`);

const state = { active: -1, calls: 0, end: 0, met: new Set() };
globalThis.__mutant = (id) => {
  if (state.active === -1) state.met.add(id);
  else if (++state.calls % MOST_CALLS === 0 && performance.now() > state.end) throw new Error("this mutant does not end");
  return id === state.active;
};

/**
 * Returns all numbers below `length` in an evenly spread order: if the time ends before the last one, those that were tried are a fair
 * sample.
 */
function spread(length) {
  const STRIDE = 16;
  return Array.from({ length: STRIDE }, (_, first) => (first * 5) % STRIDE).flatMap((first) =>
    Array.from({ length: Math.ceil((length - first) / STRIDE) }, (_, i) => first + i * STRIDE),
  );
}

/** Returns whether this thread is the first to take a mutant. */
function taken(id) {
  try {
    closeSync(openSync(join(folder, `taken-${id}`), "wx"));
    return true;
  } catch {
    return false;
  }
}

const suitesOf = (test) => {
  const suites = [];
  for (let suite = test.suite; suite; suite = suite.suite) suites.unshift(suite);
  return suites.includes(test.file) ? suites : [test.file, ...suites];
};

const texts = new Map();
/** Returns whether a test is about a source, because its file imports it. The outermost suite has the name of the file (trial.mjs). */
function isAbout(test, path) {
  const file = suitesOf(test)[1].name;
  if (!texts.has(file)) texts.set(file, readFileSync(file, "utf8"));
  return texts.get(file).includes(`/${path}"`);
}

/** Runs a test with the hooks before and after it. */
async function play(test) {
  const suites = suitesOf(test);
  const hooks = (name) =>
    suites.flatMap((suite) => (TestRunner.getSuiteHooks(suite)[name] ?? []).map((hook) => ({ hook, suite })));
  for (const { hook, suite } of hooks("beforeEach")) await hook(test.context, suite);
  try {
    await TestRunner.getTestFn(test)();
  } finally {
    for (const { hook, suite } of hooks("afterEach").reverse()) await hook(test.context, suite);
  }
}

const testsOf = (tasks) =>
  tasks.flatMap((task) =>
    task.type === "test" ? (task.mode === "run" || task.mode === "queued" ? [task] : []) : testsOf(task.tasks),
  );

export default class extends TestRunner {
  /** The facts about each test: its shortest duration, the mutants that it executes, and its path through each file. */
  known = [];
  left = 0;
  /** For each file the tests that noticed a mutant in it, the latest first. */
  latest = new Map();

  onBeforeRunFiles(given) {
    super.onBeforeRunFiles?.(given);
    this.left = testsOf(given).length;
  }

  async runTask(test) {
    await this.learn(test);
    if (--this.left > 0) return;
    write({ met: [...new Set(this.known.flatMap(({ met }) => [...met]))] });
    for (const id of spread(files.length)) {
      if (Date.now() > until) return;
      if (files[id] !== null && taken(id)) await this.judge(id, files[id]);
    }
  }

  async learn(test) {
    Object.assign(state, { active: -1, met: new Set() });
    const one = { test, took: Number.POSITIVE_INFINITY, ways: new Map() };
    if (!(await this.still(one))) return;
    const met = state.met;
    for (const id of [...met].sort((a, b) => a - b)) one.ways.set(files[id], `${one.ways.get(files[id]) ?? ""} ${id}`);
    this.known.push({ ...one, met });
  }

  /** Returns whether a test passes without a mutant. */
  async still(one) {
    state.active = -1;
    const start = performance.now();
    try {
      await play(one.test);
    } catch {
      return false;
    }
    one.took = Math.min(one.took, performance.now() - start);
    return true;
  }

  /** Returns the tests that execute a mutant, in the order in which they are tried. */
  candidates(id, path) {
    const all = this.known.filter(({ met, took }) => met.has(id) && took < LONGEST_MS).sort((a, b) => a.took - b.took);
    const ways = new Map();
    for (const one of all) ways.set(one.ways.get(path), [...(ways.get(one.ways.get(path)) ?? []), one]);
    const rounds = [...ways.values()].flatMap((group) => group.map((one, round) => ({ one, round })));
    const latest = (this.latest.get(path) ?? []).filter((one) => one.met.has(id)).slice(0, MOST_LATEST);
    const first = new Set([...latest, ...all.filter(({ test }) => isAbout(test, path))]);
    const rest = rounds.sort((a, b) => a.round - b.round || a.one.took - b.one.took).map(({ one }) => one);
    return [...first, ...rest.filter((one) => !first.has(one)).slice(0, MOST_TRIES)];
  }

  async judge(id, path) {
    for (const one of this.candidates(id, path)) {
      const most = PATIENCE * one.took + 500;
      Object.assign(state, { active: id, calls: 0, end: performance.now() + most });
      let noticed = false;
      await inTime(() => play(one.test), most).catch(() => {
        noticed = true;
      });
      // a test that fails without the mutant, too, has noticed nothing: an earlier mutant has left something behind
      if (!(noticed && (await this.still(one)))) continue;
      this.latest.set(path, [one, ...(this.latest.get(path) ?? []).filter((other) => other !== one)]);
      return write({ noticed: [id], by: one.test.fullName });
    }
  }
}
