import { describe, expect, test } from "vitest";
import { gateOf } from "../../../src/compiler/plan/gate.ts";
import type { EnvironmentPlan, Plan } from "../../../src/compiler/plan/plan.ts";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository } from "../../support/repository.ts";

/* A file server that was proven to be of the sign-in tier and no longer is counts, however little is known of it now. */

const ENVIRONMENT = "environments/demo/environment.yaml";
const SIGN_IN = "signIn: https://plm.example.com:8443/tc";
const FILES = 'fileTransfer: [ "https://plm.example.com:4544" ]';
const HOSTS = "hosts: { plm.example.com: 10.20.0.11 }";
const TWO_FILES = 'fileTransfer: [ "https://files.example.com:4544" ]';

type Edit = readonly [from: string, to: string];

/** A tier of two hosts whose file server is a declared member. */
const MEMBERS: Edit = [HOSTS, "members: { plm.example.com: [files.example.com] }"];

async function planned(before: readonly Edit[], after: readonly Edit[], ...words: string[]) {
  const [base, head] = [exampleRepository(), exampleRepository()];
  for (const [from, to] of before) for (const folder of [base, head]) edit(folder, ENVIRONMENT, from, to);
  for (const [from, to] of after) edit(head, ENVIRONMENT, from, to);
  const { code, out } = await cli(["plan", "--base", base, "--format", "json", ...words], { cwd: head });
  const { gate, findings, environments } = JSON.parse(out);
  const text = (await cli(["plan", "--base", base, "--quiet", ...words], { cwd: head })).out;
  return { code, gate, text, lost: environments[0]?.lost, rules: findings.map(({ rule }: { rule: string }) => rule) };
}

const LOST = [{ environment: "demo", host: "files.example.com" }];
const MOVED: Edit = [SIGN_IN, "signIn: https://plm-new.example.com:8443/tc"];

describe("[B4] [B7] a tier that is lost", () => {
  test.each<[string, readonly Edit[], readonly Edit[], string]>([
    ["sign-in moves to a host of which nothing is known", [[FILES, TWO_FILES], MEMBERS], [MOVED], "half-switch"],
    [
      "the line of members is deleted",
      [[FILES, TWO_FILES], MEMBERS],
      [["members: { plm.example.com: [files.example.com] }", "members: {}"]],
      "not-proven",
    ],
    [
      "the address that proved it is deleted",
      [
        [FILES, TWO_FILES],
        [HOSTS, "hosts: { plm.example.com: 10.20.0.11, files.example.com: 10.20.0.11 }"],
      ],
      [[", files.example.com: 10.20.0.11", ""]],
      "not-proven",
    ],
    [
      "the file server is declared a member of another sign-in host",
      [[FILES, TWO_FILES], MEMBERS],
      [["members: { plm.", "members: { old."]],
      "half-switch",
    ],
  ])("%s", async (_, before, after, verdict) => {
    for (const words of [[], ["--gate", "new"], ["--fail-on", "error"]]) {
      const { code, gate, text, lost } = await planned(before, after, ...words);
      expect([code, gate.lost, gate.open]).toEqual([1, LOST, false]);
      expect(lost).toEqual([expect.objectContaining({ host: "files.example.com", after: verdict })]);
      expect(text).toContain("files.example.com is no longer proven to belong to the sign-in tier of demo");
    }
  });

  test("a second file server that moves up to the line of one that was never proven counts as new", async () => {
    const both = 'fileTransfer: [ "https://other.example.com:4544", "https://files.example.com:4544" ]';
    const before: Edit[] = [[FILES, both], MEMBERS];
    const after: Edit[] = [
      ['"https://other.example.com:4544", ', ""],
      ["members: { plm.example.com: [files.example.com] }", "members: {}"],
    ];
    const { code, gate } = await planned(before, after, "--gate", "new");
    expect([code, gate.findings, gate.lost]).toEqual([1, 1, LOST]);
  });

  test("sign-in and file server that move together, and a file server that was never proven, are not lost", async () => {
    const together: Edit[] = [
      MOVED,
      ["files.example.com:4544", "files-new.example.com:4544"],
      [
        "members: { plm.example.com: [files.example.com] }",
        "members: { plm-new.example.com: [files-new.example.com, plm.example.com] }",
      ],
    ];
    expect(await planned([[FILES, TWO_FILES], MEMBERS], together)).toMatchObject({ code: 0, lost: [], rules: [] });
    const never = await planned([[FILES, TWO_FILES]], [["name: demo", "name: demo # the only one"]], "--gate", "new");
    expect(never).toMatchObject({ code: 0, gate: { open: true, lost: [] }, rules: ["tier/half-switch"] });
  });

  test("a lost host alone closes the gate", () => {
    const lost = [{ host: "files.example.com", before: "same", after: "not-proven", evidence: "" }] as const;
    const environment = { name: "demo", verdict: { before: null, after: null }, lost } as unknown as EnvironmentPlan;
    const base = { kind: "folder", name: "x", says: "x", commit: null, compiler: null } as const;
    const plan: Plan = { base, environments: [environment], groups: [], ownRules: [], matrix: null, findings: [] };
    expect(gateOf(plan, "new", "error")).toMatchObject({ open: false, findings: 0, blocked: [], lost: LOST });
  });
});
