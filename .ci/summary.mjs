/**
 * Counts a run of .ci/run: a step counts as the tests of its report, or as one check where it has none. Prints what was not run and what failed;
 * the last line is `N passed, N failed`. Arguments: the folder with `steps` (number, exit status and name, a line each), the outputs N.log and
 * the reports N.json of vitest, and the seconds that the run took.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [folder = "", seconds = "0"] = process.argv.slice(2);
const text = (name) => readFileSync(join(folder, name), "utf8");

/** Returns the tests of a step, or null if it wrote no report. */
function testsOf(number) {
  if (!existsSync(join(folder, `${number}.json`))) return null;
  return JSON.parse(text(`${number}.json`)).testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, status, meta }) => ({ name: fullName.trim(), status, why: meta?.notRun })),
  );
}

const steps = text("steps")
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t"))
  .map(([number, status, name]) => ({ name, ended: status === "0", tests: testsOf(number) ?? [], log: text(`${number}.log`) }));

const names = (status) =>
  new Set(steps.flatMap(({ tests }) => tests.filter((test) => test.status === status)).map(({ name }) => name));
const [passed, failed] = [names("passed"), names("failed")];

const notRun = new Set(
  steps.flatMap(({ name, log }) => [...log.matchAll(/NOT RUN: *(.+)/g)].map(([, words]) => `${name}: ${words.trim()}`)),
);
// a test that another step ran is no loss
for (const { name, status, why } of steps.flatMap(({ tests }) => tests))
  if (status !== "passed" && status !== "failed" && !passed.has(name) && !failed.has(name))
    notRun.add(`test '${name}'${why ? `: ${why}` : ""}`);
for (const words of [...notRun].sort()) console.log(`NOT RUN: ${words}`);

let good = 0;
let bad = 0;
for (const { name, ended, tests } of steps) {
  const count = (status) => tests.filter((test) => test.status === status).length;
  const red = tests.filter(({ status }) => status === "failed");
  // a run that failed without a failing test has crashed; one without any test that ran was loaded, at least
  good += count("passed") + (ended && count("passed") === 0 ? 1 : 0);
  bad += ended ? red.length : Math.max(1, red.length);
  if (!ended || red.length > 0) console.log(`FAILED: ${name}`);
  for (const test of red) console.log(`FAILED: ${name}: ${test.name}`);
}
console.log(`${seconds} s`);
console.log(`${good} passed, ${bad} failed`);
process.exitCode = bad === 0 && good > 0 ? 0 : 1;
