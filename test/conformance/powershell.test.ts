import { describe, expect, test } from "vitest";
import {
  alone,
  failed,
  interrupted,
  killed,
  nothing,
  operations,
  type Runners,
  steps,
  tearable,
  told,
} from "../deploy/swap/support/explore.ts";
import { inProcess } from "../deploy/swap/support/in-process.ts";
import { record } from "../deploy/swap/support/record.ts";
import { RUNNERS } from "../deploy/swap/support/runners.ts";
import { PLANS, scenario } from "../deploy/swap/support/scenario.ts";

const script = RUNNERS.find(({ name }) => name === "deploy.ps1");
const TRIED = script ? PLANS : [];

test("deploy.ps1 is tried where a PowerShell is found, and else it is said that it was not", () => {
  // the line itself is written by support/runners.ts, for every file of a run
  expect(TRIED.length).toBe(script ? PLANS.length : 0);
});

describe.each(script ? TRIED.map((plan) => ({ ...plan, script })) : [])("deploy.ps1: $name", ({ script, ...plan }) => {
  const cross: Runners = { first: script, second: inProcess, third: inProcess };
  const prepared = async () => {
    const tried = await scenario(plan, inProcess);
    const { code, err, events } = await tried.act(script);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    return { tried, events };
  };

  test("[D4, D5] killed at every step; deploy.ps1 recovers, and after every fourth step it does the work again", async () => {
    const { tried, events } = await prepared();
    const explored = nothing();
    for (const [i, at] of steps(events).entries()) {
      const runners = { ...alone(script), third: i % 4 === 0 ? script : inProcess };
      await killed(tried, runners, { what: "step", at, how: "kill" }, explored);
    }
    record(script.name, "killed", explored);
    expect(told(explored)).toEqual([]);
    expect(explored.executed).toBe(steps(events).length);
  });

  test("[D4, D5] killed before and in the middle of every operation that changes the disk; the built-in runner recovers", async () => {
    const { tried, events } = await prepared();
    const [before, middle] = [nothing(), nothing()];
    for (const at of operations(events, "changes")) await killed(tried, cross, { what: "operation", at, how: "kill" }, before);
    for (const at of tearable(events))
      await killed(tried, { ...cross, third: null }, { what: "operation", at, how: "torn" }, middle);
    record(script.name, "killed", before);
    record(script.name, "killed in the middle", middle);
    expect([...told(before), ...told(middle)]).toEqual([]);
    expect(before.executed).toBe(operations(events, "changes").length);
  });

  test("[D4, D5] the built-in runner is killed before every operation that changes the disk; deploy.ps1 recovers", async () => {
    const tried = await scenario(plan, inProcess);
    const { events } = await tried.act(inProcess);
    const explored = nothing();
    for (const at of operations(events, "changes"))
      await killed(tried, { first: inProcess, second: script, third: null }, { what: "operation", at, how: "kill" }, explored);
    record("built-in, then deploy.ps1", "killed", explored);
    expect(told(explored)).toEqual([]);
    expect(explored.executed).toBe(operations(events, "changes").length);
  });

  test("[D4, D5] every operation that changes the disk fails once and for ever, reading ones in a sample", async () => {
    const { tried, events } = await prepared();
    const [once, ever] = [nothing(), nothing()];
    const changes = operations(events, "changes");
    const others = operations(events, "all").filter((number, i) => i % 25 === 0 && !changes.includes(number));
    for (const at of [...changes, ...others]) await failed(tried, cross, { what: "operation", at, how: "EIO" }, once);
    for (const at of changes)
      await failed(tried, { ...cross, third: null }, { what: "operation", at, how: "ENOSPC", forever: true }, ever);
    record(script.name, "failed once", once);
    record(script.name, "failed for ever", ever);
    expect([...told(once), ...told(ever)]).toEqual([]);
    expect(ever.executed).toBe(changes.length);
  });

  test("[D4] a run is killed at every step from the journal on, and its recovery by deploy.ps1 at every second operation that changes the disk", async () => {
    const tried = await scenario(plan, inProcess);
    const { events } = await tried.act(inProcess);
    const journal = events.filter((event) => event.kind === "step").findIndex((event) => event.name === "journal") + 1;
    const explored = nothing();
    const late = steps(events).filter((number) => number > journal);
    for (const at of late)
      await interrupted(
        tried,
        { first: inProcess, second: script, third: inProcess },
        { what: "step", at, how: "kill" },
        [{ how: "kill" }],
        explored,
        2,
      );
    record(script.name, "recovery interrupted", explored);
    expect(told(explored)).toEqual([]);
    expect(explored.executed).toBeGreaterThan(10);
  });
});
