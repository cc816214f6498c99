import { getCurrentTest } from "vitest/suite";

/** Takes the running test out of the run because something is missing here: it is skipped, and `.ci/run` names it with these words. */
export function notRun(why: string): never {
  const test = getCurrentTest();
  if (test === undefined) throw new Error(`outside of a test: ${why}`);
  Object.assign(test.meta, { notRun: why });
  return test.context.skip(why);
}

/** For a test of what Windows does otherwise: signals, modes, links. */
export function notOnWindows(what: string): void {
  if (process.platform === "win32") notRun(`${what}: this is Windows`);
}
