import { describe, expect, test } from "vitest";
import { alone, failed, nothing, operations, told } from "./support/explore.ts";
import { inProcess } from "./support/in-process.ts";
import { PLANS, scenario } from "./support/scenario.ts";

describe.each(PLANS)("built-in: $name", (plan) => {
  test("[D4, D5] an operation that changes the disk fails once, or the disk stays full: done, refused or rolled back; the first error is reported", async () => {
    const tried = await scenario(plan, inProcess);
    const { events } = await tried.act(inProcess);
    const explored = nothing();
    for (const at of operations(events, "changes")) {
      await failed(tried, alone(inProcess), { what: "operation", at, how: "EIO" }, explored);
      await failed(
        tried,
        { ...alone(inProcess), third: null },
        { what: "operation", at, how: "ENOSPC", forever: true },
        explored,
      );
    }
    expect(told(explored)).toEqual([]);
    expect(explored.executed).toBe(2 * operations(events, "changes").length);
  }, 120_000);

  test("[D4, D5] an operation is done and fails all the same: done, refused or rolled back; the first error is reported", async () => {
    const tried = await scenario(plan, inProcess);
    const { events } = await tried.act(inProcess);
    const explored = nothing();
    for (const at of operations(events, "changes")) {
      await failed(tried, { ...alone(inProcess), third: null }, { what: "operation", at, how: "late" }, explored);
    }
    expect(told(explored)).toEqual([]);
    expect(explored.executed).toBe(operations(events, "changes").length);
  }, 120_000);
});
