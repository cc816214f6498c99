import { describe, expect, test } from "vitest";
import {
  alone,
  type Explored,
  failed,
  interrupted,
  killed,
  nothing,
  operations,
  steps,
  tearable,
  told,
} from "../deploy/swap/support/explore.ts";
import { CHANGES, type Event } from "../deploy/swap/support/fault.ts";
import { inProcess } from "../deploy/swap/support/in-process.ts";
import { someOf } from "../deploy/swap/support/places.ts";
import { record } from "../deploy/swap/support/record.ts";
import { PLANS, scenario } from "../deploy/swap/support/scenario.ts";

function proven(kind: string, explored: Explored, least: number): void {
  record("built-in", kind, explored);
  expect(told(explored)).toEqual([]);
  expect(explored.executed).toBeGreaterThanOrEqual(least);
}

/** Numbers of the operations that change the disk from the journal on. */
function sinceJournal(events: readonly Event[]): readonly number[] {
  const at = events.findIndex((event) => event.kind === "step" && event.name === "journal");
  const before = events.slice(0, at).filter((event) => event.kind === "operation").length;
  return operations(events, "changes").filter((number) => number > before);
}

describe.each(PLANS)("built-in: $name", (plan) => {
  const prepared = async () => {
    const tried = await scenario(plan, inProcess);
    return { tried, events: (await tried.act(inProcess)).events };
  };

  test("[D4, D5] killed before and in the middle of every operation that changes the disk, and at every step", async () => {
    const { tried, events } = await prepared();
    const before = nothing();
    for (const at of operations(events, "changes"))
      await killed(tried, alone(inProcess), { what: "operation", at, how: "kill" }, before);
    for (const at of steps(events)) await killed(tried, alone(inProcess), { what: "step", at, how: "kill" }, before);
    proven("killed", before, operations(events, "changes").length + steps(events).length);
    expect(before.ends.old).toBeGreaterThan(5);
    expect(before.ends.new).toBeGreaterThan(1);
    const middle = nothing();
    for (const at of tearable(events)) await killed(tried, alone(inProcess), { what: "operation", at, how: "torn" }, middle);
    proven("killed in the middle", middle, 3);
  });

  test("[D4, D5] operations, reading ones too, fail once", async () => {
    const { tried, events } = await prepared();
    const explored = nothing();
    const all = someOf(plan, operations(events, "all"));
    for (const at of all) await failed(tried, alone(inProcess), { what: "operation", at, how: "EIO" }, explored);
    for (const how of ["EACCES", "ENOSPC", "late"] as const) {
      for (const at of someOf(plan, operations(events, "changes")))
        await failed(tried, alone(inProcess), { what: "operation", at, how }, explored);
    }
    proven("failed once", explored, all.length);
  });

  test("[D4, D5] operations fail, and all that come after each", async () => {
    const { tried, events } = await prepared();
    const explored = nothing();
    const all = someOf(plan, operations(events, "all"));
    for (const at of all) await failed(tried, alone(inProcess), { what: "operation", at, how: "EIO", forever: true }, explored);
    for (const how of ["EACCES", "ENOSPC"] as const) {
      for (const at of someOf(plan, operations(events, "changes")))
        await failed(tried, alone(inProcess), { what: "operation", at, how, forever: true }, explored);
    }
    proven("failed for ever", explored, all.length);
  });

  test("[D4] an operation fails, and the undo is killed, torn or fails at each operation of its own", async () => {
    const { tried, events } = await prepared();
    const explored = nothing();
    for (const at of someOf(plan, sinceJournal(events))) {
      for (const how of ["kill", "torn", "EIO"] as const) {
        for (let then = 1; ; then++) {
          tried.reset();
          const once = await tried.act(inProcess, { what: "operation", at, how: "EIO" });
          const changes = once.events.slice(positionOf(once.events, at) + 1).filter((event) => CHANGES.has(event.name)).length;
          if (then > changes) break;
          await failed(
            tried,
            { ...alone(inProcess), third: null },
            { what: "operation", at, how: "EIO", second: { at: then, how } },
            explored,
          );
        }
      }
    }
    proven("undo interrupted", explored, 7);
  });

  test("[D4] killed anywhere, and the recovery is killed, torn or fails at each operation of its own", async () => {
    const { tried, events } = await prepared();
    const explored = nothing();
    const again = [{ how: "kill" }, { how: "torn" }, { how: "EIO" }, { how: "EIO", forever: true }] as const;
    for (const at of someOf(plan, operations(events, "changes")))
      await interrupted(tried, alone(inProcess), { what: "operation", at, how: "kill" }, again, explored);
    proven("recovery interrupted", explored, 10);
  });
});

const positionOf = (events: readonly Event[], number: number): number => {
  let seen = 0;
  return events.findIndex((event) => event.kind === "operation" && ++seen === number);
};
