import { describe, expect, test } from "vitest";
import { child } from "../deploy/swap/support/child.ts";
import { interrupted, killed, nothing, operations, steps, tearable, told } from "../deploy/swap/support/explore.ts";
import { inProcess } from "../deploy/swap/support/in-process.ts";
import { someOf } from "../deploy/swap/support/places.ts";
import { record } from "../deploy/swap/support/record.ts";
import { PLANS, scenario } from "../deploy/swap/support/scenario.ts";

describe.each(PLANS)("built-in, own process: $name", (plan) => {
  test("[D4, D5] ended by SIGKILL at its steps, and before and in the middle of operations that change the disk", async () => {
    const tried = await scenario(plan, inProcess);
    const { events } = await tried.act(child);
    const before = nothing();
    const middle = nothing();
    const runners = { first: child, second: child, third: inProcess };
    const [stepped, changing] = [someOf(plan, steps(events)), someOf(plan, operations(events, "changes"))];
    for (const at of stepped) await killed(tried, runners, { what: "step", at, how: "kill" }, before);
    for (const at of changing) await killed(tried, runners, { what: "operation", at, how: "kill" }, before);
    for (const at of someOf(plan, tearable(events)))
      await killed(tried, { ...runners, third: null }, { what: "operation", at, how: "torn" }, middle);
    record("built-in, own process", "killed", before);
    record("built-in, own process", "killed in the middle", middle);
    expect([...told(before), ...told(middle)]).toEqual([]);
    expect(before.executed).toBe(stepped.length + changing.length);
    expect(before.executed).toBeGreaterThan(3);
  });

  test("[D4] ended by SIGKILL at its steps from the journal on, and again at every operation of the recovery", async () => {
    const tried = await scenario(plan, inProcess);
    const { events } = await tried.act(child);
    const journal = events.filter((event) => event.kind === "step").findIndex((event) => event.name === "journal") + 1;
    const explored = nothing();
    const runners = { first: child, second: child, third: inProcess };
    for (const at of someOf(
      plan,
      steps(events).filter((number) => number > journal),
    ))
      await interrupted(tried, runners, { what: "step", at, how: "kill" }, [{ how: "kill" }], explored);
    record("built-in, own process", "recovery interrupted", explored);
    expect(told(explored)).toEqual([]);
    expect(explored.executed).toBeGreaterThan(2);
  });
});
