import { describe, expect, test } from "vitest";
import { alone, killed, nothing, operations, steps, tearable, told } from "./support/explore.ts";
import { inProcess } from "./support/in-process.ts";
import { record } from "./support/record.ts";
import { PLANS, scenario } from "./support/scenario.ts";

describe.each(PLANS)("built-in: $name", (plan) => {
  test("[D4, D5] killed before every operation that changes the disk, at every step, and in the middle of an operation: fully old or fully new", async () => {
    const tried = await scenario(plan, inProcess);
    const { events } = await tried.act(inProcess);
    const quick = { ...alone(inProcess), third: null };
    const before = nothing();
    for (const at of operations(events, "changes")) await killed(tried, quick, { what: "operation", at, how: "kill" }, before);
    for (const at of steps(events)) await killed(tried, alone(inProcess), { what: "step", at, how: "kill" }, before);
    const middle = nothing();
    for (const at of tearable(events)) await killed(tried, quick, { what: "operation", at, how: "torn" }, middle);
    record("built-in", "killed", before);
    record("built-in", "killed in the middle", middle);
    expect([...told(before), ...told(middle)]).toEqual([]);
    expect(before.executed).toBe(operations(events, "changes").length + steps(events).length);
    expect(before.ends.old).toBeGreaterThan(5);
    expect(before.ends.new).toBeGreaterThan(1);
  }, 120_000);
});
