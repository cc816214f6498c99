import { describe, expect, test, vi } from "vitest";
import { failed, interrupted, killed, nothing, operations, steps, tearable, told } from "./support/explore.ts";
import { inProcess } from "./support/in-process.ts";
import { PLANS, scenario } from "./support/scenario.ts";

vi.mock("../../src/io/swap-world.ts", async (original) => (await import("./support/faulty-world.ts")).faultyWorld(await original()));

describe.each(PLANS)("$name", (plan) => {
  test("[D4] killed before every operation that changes the disk, and in the middle of it: the next run ends fully old or fully new", async () => {
    const tried = await scenario(plan, inProcess);
    const { events } = await tried.act(inProcess);
    const explored = nothing();
    for (const at of operations(events, "changes")) await killed(tried, inProcess, { what: "operation", at, how: "kill" }, inProcess, explored);
    for (const at of tearable(events)) await killed(tried, inProcess, { what: "operation", at, how: "torn" }, inProcess, explored);
    for (const at of steps(events)) await killed(tried, inProcess, { what: "step", at, how: "kill" }, inProcess, explored);
    console.log(plan.name, explored.executed, explored.ends);
    expect(told(explored)).toEqual([]);
  }, 120_000);

  test("[D4] every operation fails once, and for ever: rolled back, refused or done, and the next run works", async () => {
    const tried = await scenario(plan, inProcess);
    const { events } = await tried.act(inProcess);
    const explored = nothing();
    for (const at of operations(events, "all")) await failed(tried, inProcess, { what: "operation", at, how: "EIO" }, inProcess, explored);
    for (const at of operations(events, "changes")) {
      for (const how of ["ENOSPC", "EACCES"] as const) await failed(tried, inProcess, { what: "operation", at, how, forever: true }, inProcess, explored);
    }
    console.log(plan.name, explored.executed, explored.ends);
    expect(told(explored)).toEqual([]);
  }, 240_000);

  test("[D4] the recovery is killed, torn or fails at each of its operations: the next one ends fully old or fully new", async () => {
    const tried = await scenario(plan, inProcess);
    const { events } = await tried.act(inProcess);
    const explored = nothing();
    const runners = { first: inProcess, second: inProcess, third: inProcess };
    const again = [{ how: "kill" }, { how: "torn" }, { how: "EIO", forever: true }, { how: "EIO" }] as const;
    for (const at of operations(events, "changes")) await interrupted(tried, runners, { what: "operation", at, how: "kill" }, again, explored);
    console.log(plan.name, explored.executed, explored.ends);
    expect(told(explored)).toEqual([]);
  }, 240_000);
});
