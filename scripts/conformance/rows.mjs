/** The runners in addition to the built-in one, each with the reason why it was not tried. */
export const OTHERS = {
  "deploy.ps1": "no PowerShell was found (TIERWRIGHT_PWSH names one)",
  executable: "TIERWRIGHT_EXECUTABLE names no file",
};

/**
 * Returns the runners that a run should have tried and did not.
 * @param {boolean} inPairs whether a runner counts as tried that recovered only what another left
 */
export const untried = (runners, inPairs = false) => {
  const tried = runners.flatMap(({ name }) => [name, ...(inPairs ? name.split(", then ") : [])]);
  return Object.keys(OTHERS).filter((name) => !tried.includes(name));
};

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
