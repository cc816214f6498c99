import { type RunnerTestFile, type RunnerTestSuite, TestRunner } from "vitest";
import { SAMPLED } from "./sampled.ts";

type Collected = (files: RunnerTestFile[]) => unknown;

/** Keeps the first test of every list, and then each `step`-th. */
function thin(suite: RunnerTestSuite, step: number): void {
  let tests = 0;
  suite.tasks = suite.tasks.filter((task) => task.type === "suite" || tests++ % step === 0);
  for (const task of suite.tasks) if (task.type === "suite") thin(task, step);
}

/**
 * Vitest's runner, which takes a part of the tests of the files in `SAMPLED`. They are left out before anybody hears of them: a test that is
 * reported as skipped means that something is missing here (test/support/not-run.ts), and none is.
 */
export default class Sampling extends TestRunner {
  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config);
    let told: Collected | undefined;
    // vitest puts its own in place of this one, and tells its reporters there
    Object.defineProperty(this, "onCollected", {
      get: () =>
        told &&
        ((files: RunnerTestFile[]) => {
          for (const file of files) thin(file, SAMPLED[file.name] ?? 1);
          return told?.(files);
        }),
      set: (value: Collected) => {
        told = value;
      },
    });
  }
}
