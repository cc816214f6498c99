import { describe, expect, test } from "vitest";
import { alone, killed, nothing, operations, steps, tearable, told } from "../deploy/swap/support/explore.ts";
import type { Fault } from "../deploy/swap/support/fault.ts";
import { PLANS, scenario } from "../deploy/swap/support/scenario.ts";
import { windowsRunner } from "./support/windows-runner.ts";

/** So many of them, spread over the whole run: the same ones every time. */
const spread = (numbers: readonly number[], count: number): readonly number[] =>
  numbers.length <= count
    ? numbers
    : Array.from({ length: count }, (_, i) => numbers[Math.floor(((i + 0.5) * numbers.length) / count)] as number);

/** Plan -> how many kills at steps, before operations, in the middle of operations. */
const TRIED: Readonly<Record<string, readonly [number, number, number]>> = {
  "upgrade to another release and environment": [4, 3, 3],
  "settings switch": [2, 2, 1],
  "rollback of an upgrade": [2, 2, 1],
};

describe.each(PLANS.filter(({ name }) => name in TRIED))("on C:\\, $name", (plan) => {
  const [atSteps, before, within] = TRIED[plan.name] ?? [0, 0, 0];

  test("[D10, D4, D5] killed at steps, before operations and in the middle of them: the next run makes it fully old or fully new", async () => {
    const tried = await scenario(plan, windowsRunner);
    const { code, events } = await tried.act(windowsRunner);
    expect(code).toBe(0);
    const faults: Fault[] = [
      ...spread(steps(events), atSteps).map((at): Fault => ({ what: "step", at, how: "kill" })),
      ...spread(operations(events, "changes"), before).map((at): Fault => ({ what: "operation", at, how: "kill" })),
      ...spread(tearable(events), within).map((at): Fault => ({ what: "operation", at, how: "torn" })),
    ];
    const explored = nothing();
    for (const [i, fault] of faults.entries())
      await killed(tried, { ...alone(windowsRunner), third: i % 3 === 0 ? windowsRunner : null }, fault, explored);
    expect(told(explored)).toEqual([]);
    expect(explored.executed).toBe(faults.length);
    expect(explored.ends.old + explored.ends.new).toBe(faults.length);
    expect(explored.ends.old).toBeGreaterThan(0);
  });
});
