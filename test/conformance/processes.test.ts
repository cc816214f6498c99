import { describe, expect, test } from "vitest";
import { child } from "../swap/support/child.ts";
import { interrupted, killed, nothing, operations, steps, tearable, told } from "../swap/support/explore.ts";
import { inProcess } from "../swap/support/in-process.ts";
import { record } from "../swap/support/record.ts";
import { PLANS, scenario } from "../swap/support/scenario.ts";

describe.each(PLANS)("built-in, own process: $name", (plan) => {
  test("[D4, D5] ended by SIGKILL at every step, and before and in the middle of every operation that changes the disk", async () => {
    const tried = await scenario(plan, inProcess);
    const { events } = await tried.act(child);
    const before = nothing();
    const middle = nothing();
    const runners = { first: child, second: child, third: inProcess };
    for (const at of steps(events)) await killed(tried, runners, { what: "step", at, how: "kill" }, before);
    for (const at of operations(events, "changes")) await killed(tried, runners, { what: "operation", at, how: "kill" }, before);
    for (const at of tearable(events))
      await killed(tried, { ...runners, third: null }, { what: "operation", at, how: "torn" }, middle);
    record("built-in, own process", "killed", before);
    record("built-in, own process", "killed in the middle", middle);
    expect([...told(before), ...told(middle)]).toEqual([]);
    expect(before.executed).toBe(steps(events).length + operations(events, "changes").length);
  });

  test("[D4] ended by SIGKILL at every step from the journal on, and again at every operation of the recovery", async () => {
    const tried = await scenario(plan, inProcess);
    const { events } = await tried.act(child);
    const journal = events.filter((event) => event.kind === "step").findIndex((event) => event.name === "journal") + 1;
    const explored = nothing();
    const runners = { first: child, second: child, third: inProcess };
    for (const at of steps(events).filter((number) => number > journal))
      await interrupted(tried, runners, { what: "step", at, how: "kill" }, [{ how: "kill" }], explored);
    record("built-in, own process", "recovery interrupted", explored);
    expect(told(explored)).toEqual([]);
    expect(explored.executed).toBeGreaterThan(20);
  });
});
