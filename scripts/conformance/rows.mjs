/** The runners in addition to the built-in one, each with the reason why it was not tried. */
export const OTHERS = {
  "deploy.ps1": "no PowerShell was found (TIERWRIGHT_PWSH names one)",
  executable: "TIERWRIGHT_EXECUTABLE names no file",
};

/** Returns the runners that a run should have tried and did not. */
export const untried = (runners) => Object.keys(OTHERS).filter((name) => !runners.some((row) => row.name === name));

/**
 * Returns the rows of an incomplete run with the earlier rows of runners that it did not try, in the earlier order; null if those rows are
 * of another protocol.
 */
export function merged(earlier, run) {
  if (earlier.protocol !== run.protocol) return null;
  const names = new Set([...earlier.runners, ...run.runners].map(({ name }) => name));
  const row = (name, { runners }) => runners.find((each) => each.name === name);
  return [...names].map((name) => row(name, run) ?? row(name, earlier));
}
