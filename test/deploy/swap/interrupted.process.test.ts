import { describe, expect, test } from "vitest";
import { alone, interrupted, nothing, steps, told } from "./support/explore.ts";
import { inProcess } from "./support/in-process.ts";
import { PLANS, scenario } from "./support/scenario.ts";

describe.each(PLANS)("built-in: $name", (plan) => {
  test("[D4] killed at every step from the journal on, and again at every operation of the recovery: fully old or fully new", async () => {
    const tried = await scenario(plan, inProcess);
    const { events } = await tried.act(inProcess);
    const named = events.filter((event) => event.kind === "step");
    const journal = named.findIndex((event) => event.name === "journal") + 2;
    const explored = nothing();
    for (const at of steps(events).filter((number) => number >= journal)) {
      await interrupted(tried, alone(inProcess), { what: "step", at, how: "kill" }, [{ how: "kill" }], explored);
    }
    expect(told(explored)).toEqual([]);
    expect(explored.executed).toBeGreaterThan(20);
  }, 120_000);
});
