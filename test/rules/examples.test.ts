import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { RULES } from "../../src/rules/registry.generated.ts";
import type { Example } from "../../src/diagnostic/example.ts";
import type { Rule } from "../../src/rules/rule.ts";
import { loadShared } from "../../src/load/shared.ts";
import { RepositoryFiles } from "../../src/io/repository-files.ts";
import { kitState } from "../../src/run/kit-state.ts";
import { readFindings } from "../../src/run/rules.ts";
import type { RunOutcome } from "../../src/run/run.ts";
import { applyExample, exampleRepository, rulesOf, run } from "../support/repository.ts";
import { said } from "../support/said.ts";

/** What comparing the kits with their locks adds (`kit verify`). */
function kitFindings(folder: string) {
  const { releases } = loadShared(new RepositoryFiles(folder)).model;
  return readFindings(
    [...releases.values()].flatMap((release) => kitState(folder, release, undefined).problems),
    null,
  );
}

/** The example repository under one example, compiled: what a rule reports for it. */
async function runExample(example: Example | null): Promise<RunOutcome> {
  const folder = exampleRepository();
  if (example) applyExample(folder, example);
  const outcome = await run(folder, { out: join(folder, "dist"), ...example?.options });
  return example?.options?.kit ? { ...outcome, findings: [...outcome.findings, ...kitFindings(folder)] } : outcome;
}

const ruleOf = (rule: Rule, outcome: RunOutcome) => outcome.findings.filter((finding) => finding.rule === rule.id);

describe("the example repository", () => {
  test("compiles without a finding, so that every finding of an example is the example's", async () => {
    const outcome = await runExample(null);
    expect(outcome.findings).toEqual([]);
    expect([...outcome.outputs.values()].map((output) => output.state)).toEqual(["written"]);
  });
});

describe.each(RULES.map((rule) => [rule.id, rule] as const))("%s", (_, rule) => {
  test("reports its failing example, with a place, a message and what to do", async () => {
    const outcome = await runExample(rule.fails);
    const found = ruleOf(rule, outcome);
    expect(found.length, `found instead: ${rulesOf(outcome).join(", ") || "nothing"}`).toBeGreaterThan(0);
    for (const finding of found) {
      expect(said(finding).length).toBeGreaterThan(20);
      expect(finding.at).not.toBeNull();
      expect(finding.at?.line).toBeGreaterThan(0);
    }
  });

  test("is silent for each passing example", async () => {
    expect(rule.passes.length).toBeGreaterThan(0);
    for (const example of rule.passes) {
      const outcome = await runExample(example);
      expect(ruleOf(rule, outcome).map((finding) => finding.message)).toEqual([]);
    }
  });

  test("says why, what to do and which group it belongs to", () => {
    expect(rule.id).toMatch(/^(repo|tier|conf|logging|compat|kit|sso|idp|secret)\/[a-z0-9-]+$/);
    for (const text of [rule.title, rule.why, rule.remedy]) expect(text.length).toBeGreaterThan(10);
  });
});
