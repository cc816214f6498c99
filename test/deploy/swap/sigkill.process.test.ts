import { describe, expect, test } from "vitest";
import { child } from "./support/child.ts";
import { killed, nothing, operations, steps, told } from "./support/explore.ts";
import { inProcess } from "./support/in-process.ts";
import { PLANS, scenario } from "./support/scenario.ts";

const TRIED = PLANS.filter(({ name }) => /^(take-over|settings switch)/.test(name));

describe.each(TRIED)("built-in, own process: $name", (plan) => {
  test("[D4] a real process, ended by SIGKILL at every step and before a sample of its operations: the next run ends fully old or fully new", async () => {
    const tried = await scenario(plan, inProcess);
    const { code, events } = await tried.act(child);
    expect(code).toBe(0);
    const explored = nothing();
    const runners = { first: child, second: inProcess, third: null };
    for (const at of steps(events)) await killed(tried, runners, { what: "step", at, how: "kill" }, explored);
    for (const at of operations(events, "changes").filter((_, i) => i % 4 === 0))
      await killed(tried, runners, { what: "operation", at, how: "kill" }, explored);
    expect(told(explored)).toEqual([]);
    expect(explored.executed).toBeGreaterThan(20);
  }, 180_000);
});
