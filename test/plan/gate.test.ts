import { describe, expect, test } from "vitest";
import { gateOf } from "../../src/plan/gate.ts";
import type { EnvironmentPlan, Plan } from "../../src/plan/plan.ts";
import { cli } from "../support/host.ts";
import { edit, exampleRepository } from "../support/repository.ts";

type Gate = "pass" | "accepted" | "block" | null;

/** A plan of one environment whose gate was so and is so, without any finding. */
function planWith(before: Gate, after: Gate): Plan {
  const verdict = (gate: Gate) => gate && { gate };
  const environment = {
    name: "demo",
    lost: [],
    verdict: { before: verdict(before), after: verdict(after) },
  } as unknown as EnvironmentPlan;
  const base = { kind: "folder", name: "x", says: "x", commit: null, compiler: null } as const;
  return { base, environments: [environment], groups: [], ownRules: [], matrix: null, findings: [] };
}

describe("[B7] [C1] a gate that the change closes", () => {
  test.each([
    ["pass", "block", true, true],
    ["accepted", "block", true, true],
    ["block", "block", false, true],
    [null, "block", true, true],
    ["block", "pass", false, false],
    ["block", null, false, false],
  ] as const)("%s before, %s after: counts as new: %s, counts at all: %s", (before, after, asNew, atAll) => {
    const plan = planWith(before, after);
    const counts = (mode: "new" | "all") => {
      const { open, blocked, findings } = gateOf(plan, mode, "error");
      expect([open, findings]).toEqual([blocked.length === 0, 0]);
      return blocked.length > 0;
    };
    expect([counts("new"), counts("all")]).toEqual([asNew, atAll]);
  });
});

test("[C4] a suppression that is written into a file which all environments share is a change of the own rules", async () => {
  const [before, after] = [exampleRepository(), exampleRepository()];
  edit(after, "releases/2506/release.yaml", "certifiedTiers:", "# tierwright-ignore kit/not-locked: known\ncertifiedTiers:");
  const { out } = await cli(["plan", "--base", before, "--format", "json"], { cwd: after });
  expect(JSON.parse(out).ownRules).toEqual([
    expect.objectContaining({ what: "suppression", change: "added", rule: "kit/not-locked", file: "releases/2506/release.yaml" }),
  ]);
});
