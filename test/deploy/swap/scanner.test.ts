import { expect, test } from "vitest";
import { alone, nothing, scanned, told } from "./support/explore.ts";
import { inProcess } from "./support/in-process.ts";
import { record } from "./support/record.ts";
import { RUNNERS } from "./support/runners.ts";
import { PLANS, scenario } from "./support/scenario.ts";
import { eachNth } from "../../support/runs.ts";

const complete = process.env.TIERWRIGHT_CONFORMANCE !== undefined;
/** Where the published counts are made (`npm run conformance`). */
const counts = process.env.TIERWRIGHT_FAULTS !== undefined;

/** How many seeds each runner is given: a start of PowerShell and a run of the script take a hundred times as long. */
const seeds = (runner: string): number => (!complete ? 1 : runner !== inProcess.name ? 4 : counts ? 60 : 15);

test.each(
  eachNth(
    3,
    RUNNERS.flatMap((runner) => PLANS.map((plan) => ({ runner, plan, name: `${runner.name}: ${plan.name}` }))),
  ),
)(
  "[D3, D4, D5] $name: a scanner holds any files for any time: done where it lets go; else done, in use or to be finished, never mixed",
  async ({ runner, plan }) => {
    const tried = await scenario(plan, inProcess);
    const explored = nothing();
    const count = seeds(runner.name);
    for (let seed = 1; seed <= count; seed++) {
      await scanned(tried, alone(runner), { seed, percent: 50, longest: 4000 }, explored);
      await scanned(tried, alone(runner), { seed: seed + 1000, percent: 20, longest: 20_000, stuck: 6 }, explored);
    }
    record(runner.name, "scanned", explored);
    expect(told(explored)).toEqual([]);
    expect(explored.executed).toBe(2 * count);
  },
  complete ? 60 * 60_000 : 120_000,
);
