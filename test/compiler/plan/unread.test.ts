import { describe, expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository } from "../../support/repository.ts";

/* A file that cannot be read after a change hides the findings in it: that resolves none of them. */

type Edit = readonly [file: string, from: string, to: string];

const ENVIRONMENT = "environments/demo/environment.yaml";
const MATRIX = "releases/matrix.yaml";
const RELEASE = "releases/2506/release.yaml";

const TIER: Edit = [
  ENVIRONMENT,
  "signIn: https://plm.example.com:8443/tc",
  "signIn: https://plm.example.com:8443/tc/RestServices",
];
const PAIR: Edit = [MATRIX, '"2506": A, "2606": P', '"2506": X, "2606": P'];
const CLAIM: Edit = [RELEASE, "java: 17", "java: 17\nclaims: [ { source: guide, tools: [2022x], tiers: ['2412'] } ]"];

const broken = (file: string): Edit => [file, "apiVersion: tierwright/v1", "apiVersion: [tierwright/v1"];
const mended = ([file, from, to]: Edit): Edit => [file, to, from];

async function resolved(before: Edit, after: Edit): Promise<readonly string[]> {
  const [base, head] = [exampleRepository(), exampleRepository()];
  for (const folder of [base, head]) edit(folder, ...before);
  edit(head, ...after);
  const { out } = await cli(["plan", "--base", base, "--format", "json"], { cwd: head });
  const { gone } = JSON.parse(out) as { readonly gone: readonly { readonly rule: string }[] };
  return gone.map(({ rule }) => rule);
}

describe.each<[rule: string, fault: Edit]>([
  ["tier/context-root", TIER],
  ["compat/blocked", PAIR],
  ["compat/claim-exceeds-matrix", CLAIM],
])("[B4] the finding %s", (rule, fault) => {
  test("is resolved by its correction", async () => {
    expect(await resolved(fault, mended(fault))).toContain(rule);
  });

  test("is not resolved by a change after which its file cannot be read", async () => {
    expect(await resolved(fault, broken(fault[0]))).toEqual([]);
  });
});

test("[B4] a finding of an environment is not resolved by a change after which its site cannot be read", async () => {
  expect(await resolved(TIER, broken("environments/site.yaml"))).toEqual([]);
});

test("[B4] an environment names the release.yaml because of which it cannot be compared, or says that the release is not there", async () => {
  const [base, head] = [exampleRepository(), exampleRepository()];
  const told = async () => (await cli(["plan", "--base", base], { cwd: head })).out;
  edit(head, ...broken(RELEASE));
  expect(await told()).toContain(`demo  cannot be compared: ${RELEASE} cannot be read as a connector release`);
  edit(head, ...mended(broken(RELEASE)));
  edit(head, RELEASE, "kind: ConnectorRelease", "kind: ConnectorRelease\nsomething: else");
  expect(await told()).not.toContain("cannot be compared");
  edit(head, ENVIRONMENT, 'connector: "2506"', 'connector: "2999"');
  expect(await told()).toContain("demo  cannot be compared: its connector release 2999 is not in this repository");
});
