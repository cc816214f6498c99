import { describe, expect, test } from "vitest";
import { alone, type Explored, killed, nothing, operations, steps, tearable, told } from "../deploy/swap/support/explore.ts";
import type { Fault } from "../deploy/swap/support/fault.ts";
import type { Runner } from "../deploy/swap/support/runner.ts";
import { PLANS, scenario } from "../deploy/swap/support/scenario.ts";
import { EXECUTABLE } from "./support/machine.ts";
import { windowsExecutable, windowsRunner } from "./support/windows-runner.ts";

type Plan = (typeof PLANS)[number];
type Outcome = Awaited<ReturnType<Runner["deploy"]>>;

/** So many of them, spread over the whole run: the same ones every time. */
const spread = (numbers: readonly number[], count: number): readonly number[] =>
  numbers.length <= count
    ? numbers
    : Array.from({ length: count }, (_, i) => numbers[Math.floor(((i + 0.5) * numbers.length) / count)] as number);

/** Plan -> how many kills at steps, before operations, in the middle of operations. */
const TRIED: Readonly<Record<string, readonly [number, number, number]>> = {
  "upgrade to another release and environment": [3, 2, 2],
  "settings switch": [1, 1, 1],
  "rollback of an upgrade": [1, 1, 1],
};
const PLAYED = PLANS.filter(({ name }) => name in TRIED);

/** Kills `first` at each fault that a whole run of it gives; each third time the built-in runner recovers, else `first` itself. */
async function explored(plan: Plan, first: Runner, faultsOf: (events: Outcome["events"]) => readonly Fault[]): Promise<Explored> {
  const tried = await scenario(plan, windowsRunner);
  const { code, events } = await tried.act(first);
  expect(code).toBe(0);
  const faults = faultsOf(events);
  const explored = nothing();
  for (const [i, fault] of faults.entries())
    await killed(tried, { ...alone(first), third: i % 3 === 0 ? windowsRunner : null }, fault, explored);
  expect(told(explored)).toEqual([]);
  expect(explored.executed).toBe(faults.length);
  expect(explored.ends.old + explored.ends.new).toBe(faults.length);
  return explored;
}

describe.each(PLAYED)("on C:\\, $name", (plan) => {
  const [atSteps, before, within] = TRIED[plan.name] ?? [0, 0, 0];

  test("[D10, D4, D5] killed at steps, before operations and in the middle of them: the next run makes it fully old or fully new", async () => {
    const { ends } = await explored(plan, windowsRunner, (events) => [
      ...spread(steps(events), atSteps).map((at): Fault => ({ what: "step", at, how: "kill" })),
      ...spread(operations(events, "changes"), before).map((at): Fault => ({ what: "operation", at, how: "kill" })),
      ...spread(tearable(events), within).map((at): Fault => ({ what: "operation", at, how: "torn" })),
    ]);
    expect(ends.old).toBeGreaterThan(0);
  });

  test.runIf(EXECUTABLE)(
    "[D10, D4, D5] the executable, killed before calls that change the disk: its next run makes it fully old or fully new",
    async () => {
      const { executed } = await explored(plan, windowsExecutable(EXECUTABLE), (events) =>
        spread(operations(events, "changes"), atSteps + 1).map((at): Fault => ({ what: "operation", at, how: "kill" })),
      );
      expect(executed).toBe(atSteps + 1);
    },
  );
});
