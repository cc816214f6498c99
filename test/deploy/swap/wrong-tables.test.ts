import { expect, test } from "vitest";
import { inProcess } from "./support/in-process.ts";
import { MUTANTS, underMutant } from "./support/table-mutants.ts";
import { trials } from "./support/table-trials.ts";

/** Wrong tables, and for each a trial that it does not pass: of every table, and of order, of what is left out and of what a failure means. */
const SAMPLE = [
  ["STEPS strays after enter", "take-over: EIO at step enter"],
  ["STEPS no enter", "upgrade: nothing goes wrong"],
  ["STEPS a failure of prove is 'warn'", "upgrade: change at step prove"],
  ["UNDO drop after sweep", "take-over: EIO at step files:client"],
  ["FINISH no strays", "repair: killed at strays:1, nobody came"],
] as const;

test("[D4] a sample of wrong step tables on the built-in runner; `npm run conformance` plays all of them, on deploy.ps1 as well where a PowerShell is found", async () => {
  const all = await trials(inProcess);
  const seen = [];
  for (const [name, of] of SAMPLE) {
    const mutant = MUTANTS.find((item) => `${item.table} ${item.name}` === name);
    const trial = all.find((item) => item.name === of);
    if (!mutant || !trial) throw new Error(`there is no ${mutant ? of : name}`);
    const wrong = await underMutant(mutant, () => trial.play(inProcess));
    seen.push({ name, right: await trial.play(inProcess), wrong });
  }
  for (const { name, right, wrong } of seen) expect({ name, ...wrong }).not.toEqual({ name, ...right });
});
