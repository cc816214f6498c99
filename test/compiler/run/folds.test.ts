import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Finding, type Severity, affectedEnvironments, atLeast } from "../../../src/kernel/diagnostic/finding.ts";
import { foldFindings } from "../../../src/compiler/run/folds.ts";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository, run } from "../../support/repository.ts";
import { runs } from "../../support/runs.ts";

const place = (file: string, line: number) => ({ file, line, column: 1, endLine: line, endColumn: 2 });
const subjects = fc
  .uniqueArray(fc.constantFrom("a", "b", "c", "d"), { maxLength: 2 })
  .map((keys) => keys.map((key) => ({ key })));

const finding: fc.Arbitrary<Finding> = fc.record({
  rule: fc.constantFrom(
    "kit/base-differs",
    "kit/plugin-descriptor",
    "kit/release-differs",
    "conf/trailing-blank",
    "tier/half-switch",
  ),
  severity: fc.constantFrom<Severity>("error", "warning", "info"),
  environment: fc.constantFrom(null, "x", "y", "z"),
  at: fc
    .tuple(fc.constantFrom("releases/1/base/plugin.xml", "environments/x/environment.yaml"), fc.nat(9))
    .map(([f, l]) => place(f, l)),
  message: fc.string({ minLength: 1, maxLength: 4 }).map((text) => [text]),
  explains: subjects,
  follows: subjects,
  because: fc.constantFrom(["conf/*", "kit/*", "tier/*"] as const, []),
});

const gravest = (findings: readonly Finding[], name: string): Severity | undefined =>
  findings
    .filter((one) => one.environment === null || affectedEnvironments(one).includes(name))
    .reduce<Severity | undefined>((best, { severity }) => (best && atLeast(best, severity) ? best : severity), undefined);

describe("what follows from another finding is a note of it", () => {
  test("[B4] no environment is greener for it, whatever follows from what, circles included", () => {
    fc.assert(
      fc.property(fc.array(finding, { maxLength: 12 }), (findings) => {
        const told = foldFindings(findings);
        for (const name of ["x", "y", "z"]) expect(gravest(told, name)).toBe(gravest(findings, name));
        expect(told.length).toBeGreaterThanOrEqual(Math.min(1, findings.length));
      }),
      { numRuns: runs(2_000) },
    );
  });

  test("[B4] an environment that is asked for alone is told what another file's address does to it, and is not written", async () => {
    const text = (name: string) =>
      `apiVersion: tierwright/v1\nkind: Environment\nname: ${name}\nextends: demo\ntier:\n  release: "2506"\n  signIn: https://plm.example.com:8443/tc\n  webClient: https://${name}.example.com:3000/awc\n  fileTransfer: [ "https://${name}.example.com:4544" ]\n`;
    const folder = exampleRepository({ "environments/copy/environment.yaml": text("copy") });
    for (const name of ["copy", "demo"]) {
      const outcome = await run(folder, { only: [name] });
      expect(
        outcome.findings.filter(({ severity }) => severity === "error").map(({ rule, environment }) => [rule, environment]),
      ).toEqual([["tier/shared-address", name]]);
      expect([...outcome.blocked.keys()].sort()).toEqual(["copy", "demo"]);
      expect((await cli(["compile", name], { cwd: folder })).code).toBe(1);
    }
  });

  test("[A4] a file that is looked at by itself: one finding for a path whose \\u is no escape", async () => {
    const folder = exampleRepository({ "a.properties": "DIR=D:\\users\\x\nGREETING=\\u12\n" });
    const { out } = await cli(["properties", "lint", "a.properties", "--format", "json"], { cwd: folder });
    expect(JSON.parse(out).findings.map(({ rule, line }: { rule: string; line: number }) => `${rule}:${line}`)).toEqual([
      "conf/single-backslash:1",
      "conf/malformed-escape:2",
    ]);
  });

  test("[B4] two file servers of which one is of the tier are two answers", async () => {
    const folder = exampleRepository();
    edit(
      folder,
      "environments/demo/environment.yaml",
      '"https://plm.example.com:4544"',
      '"https://plm.example.com:4544", "https://a.example.com:1", "https://b.example.com:1"',
    );
    expect((await run(folder)).findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
      "tier/half-switch /tier/fileTransfer/1",
      "tier/half-switch /tier/fileTransfer/2",
    ]);
  });
});
