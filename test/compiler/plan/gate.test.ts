import { describe, expect, test } from "vitest";
import { gateOf } from "../../../src/compiler/plan/gate.ts";
import type { EnvironmentPlan, Plan } from "../../../src/compiler/plan/plan.ts";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository } from "../../support/repository.ts";

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

describe("[B7] a finding that counts", () => {
  const environment = (stagingDir: string, port: number) => `apiVersion: tierwright/v1
kind: Environment
name: other
extends: demo
connector: "2506"
tool: 2024x Refresh3
tier: { signIn: "https://other.example.com:8443/tc", webClient: "https://other.example.com:3000/awc", fileTransfer: ["https://other.example.com:${port}"] }
workstation: { stagingDir: ${stagingDir} }
`;
  const file = "environments/other/environment.yaml";

  test.each(["text", "markdown"])("of an environment that nothing changes is named in %s, too", async (format) => {
    const [before, after] = [1, 2].map(() => exampleRepository({ [file]: environment("staging", 4544) })) as [string, string];
    edit(after, "environments/demo/environment.yaml", "webClient: https://plm.", "webClient: https://PLM.");
    const plan = (gate: string) => cli(["plan", "--base", before, "--gate", gate, "--format", format], { cwd: after });
    const all = await plan("all");
    expect([all.code, all.out]).toEqual([1, expect.stringContaining("1 blocking finding")]);
    const [, why = "", rest] = all.out.split(/why not to merge|what changes/i);
    expect(why).toMatch(/conf\/directory-not-absolute[\s\S]*environments\/other\/environment\.yaml/);
    expect(rest).not.toContain("conf/directory-not-absolute");
    expect((await plan("new")).code).toBe(0);
  });
});
