import { describe, expect, test } from "vitest";
import { FORMS } from "../../src/report/registry.generated.ts";
import { context, finding, report, verdict } from "./forms/reports.ts";
import { cli } from "../support/host.ts";
import { edit, exampleRepository } from "../support/repository.ts";

const PEOPLE = FORMS.filter(({ readers }) => readers === "people");

describe.each(PEOPLE.map((form) => [form.name, form] as const))("the form %s, which people read", (name, entry) => {
  const folder = () => {
    const root = exampleRepository();
    edit(root, "environments/demo/environment.yaml", "https://plm.example.com:8443/tc", "https://plm.example.com:8443/tc/");
    edit(
      root,
      "releases/2506/release.yaml",
      "java: 17",
      "java: 17\nclaims: [ { source: guide, tools: [2022x], tiers: ['2412'] } ]",
    );
    return root;
  };

  test("ends its lines itself: none of its line feeds is taken for one of a value", async () => {
    const { out } = await cli(["check", "--format", name], { cwd: folder() });
    expect(out).toContain("\n");
    expect(out).not.toContain("\u240a");
    expect(out).toContain("tier/context-root");
  });

  test("says with -q what makes the exit code, and nothing else", async () => {
    const root = folder();
    const [all, quiet] = [
      await cli(["check", "--format", name], { cwd: root }),
      await cli(["check", "-q", "--format", name], { cwd: root }),
    ];
    expect(all.out).toContain("compat/claim-exceeds-matrix");
    expect(quiet.out).not.toContain("compat/claim-exceeds-matrix");
    expect(quiet.out).toContain("tier/context-root");
  });

  const severities = [null, "info", "warning", "error"] as const;
  const gates = ["pass", "block", "accepted"] as const;
  const cases = severities.flatMap((severity) =>
    gates.flatMap((gate) => [undefined, "sso.yaml has an error"].map((blocked) => ({ severity, gate, blocked }))),
  );

  test.each(cases)("never says pass in a line with the mark of a bad environment: %j", async ({ severity, gate, blocked }) => {
    const given = report(severity ? [finding({ severity })] : [], {
      verdicts: [verdict("demo", { gate })],
      blocked: new Map(blocked ? [["demo", blocked]] : []),
    });
    const lines = (await entry.load()).form.render(given, context()).split("\n");
    const line = lines.find((each) => each.includes("demo") && each.includes("2022x × 2506")) ?? "";
    const bad = severity === "error" || gate === "block" || blocked !== undefined;
    expect(/[✗❌]/u.test(line)).toBe(bad);
    expect(/· pass\b/.test(line)).toBe(!bad && gate === "pass");
  });
});
