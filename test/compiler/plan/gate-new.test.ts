import { describe, expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository } from "../../support/repository.ts";

/* With --gate new a change answers for what it does itself, also where the base has a finding in the same line. */

const ENVIRONMENT = "environments/demo/environment.yaml";
const MATRIX = "releases/matrix.yaml";
const CONF = "releases/2506/base/connector.properties";
const SIGN_IN = "signIn: https://plm.example.com:8443/tc";
const MOVED = "signIn: https://plm-new.example.com:8443/tc";
const HOSTS = "hosts: { plm.example.com: 10.20.0.11 }";
const TOOL = "tool: 2024x Refresh3";

type Edit = readonly [file: string, from: string, to: string];
const inEnvironment = (from: string, to: string): Edit => [ENVIRONMENT, from, to];

/** A file server of which nothing says that it is of the tier. */
const UNPROVEN = inEnvironment('"https://plm.example.com:4544"', '"https://files.example.com:4544"');
/** A file server that is proven to be of another tier. */
const ELSEWHERE = inEnvironment(HOSTS, "hosts: { plm.example.com: 10.20.0.11, files.example.com: 10.20.0.12 }");
/** Two further pairs that no exception accepts. */
const PAIRS: Edit = [
  MATRIX,
  '  - { tool: 2024x, java: 17, connectors: { "2406": A } }',
  '  - { tool: 2024x, java: 17, connectors: { "2406": A, "2506": P } }\n  - { tool: 2025x, java: 17, connectors: { "2506": X } }',
];
const BLOCKED = inEnvironment(TOOL, "tool: 2024x # of the pilot");

async function planned(before: readonly Edit[], after: readonly Edit[]) {
  const [base, head] = [exampleRepository(), exampleRepository()];
  for (const one of before) for (const folder of [base, head]) edit(folder, ...one);
  for (const one of after) edit(head, ...one);
  const { code, out } = await cli(["plan", "--base", base, "--gate", "new", "--format", "json"], { cwd: head });
  const { gate, findings } = JSON.parse(out);
  const states = findings.flatMap(({ rule, state }: { rule: string; state: string }) =>
    state === "gone" ? [] : [`${rule} ${state}`],
  );
  return { code, open: gate.open, states };
}

describe("[B4] [B7] a change that goes from one fault to another in the same line", () => {
  test.each<[title: string, before: readonly Edit[], after: readonly Edit[]]>([
    ["sign-in moves away from a file server of which nothing was known", [UNPROVEN], [inEnvironment(SIGN_IN, MOVED)]],
    [
      "sign-in moves to a tier that the file server is proven not to be of",
      [UNPROVEN],
      [
        inEnvironment(SIGN_IN, MOVED),
        inEnvironment(HOSTS, "hosts: { plm-new.example.com: 10.9.9.9, files.example.com: 10.20.0.12 }"),
      ],
    ],
    ["files go to another server that nothing is known of", [UNPROVEN], [inEnvironment("//files.", "//other.")]],
    ["files go to another server that is of no tier", [UNPROVEN, ELSEWHERE], [inEnvironment("//files.", "//other.")]],
    ["what was not known is known to be another tier", [UNPROVEN], [ELSEWHERE]],
    [
      "sign-in in another spelling of another host",
      [UNPROVEN],
      [inEnvironment(SIGN_IN, "signIn: HTTPS://PLM-NEW.example.com:8443/tc")],
    ],
  ])("%s", async (_, before, after) => {
    expect(await planned(before, after)).toMatchObject({ code: 1, open: false, states: ["tier/half-switch new"] });
  });

  test.each<[title: string, after: readonly Edit[], rule: string]>([
    ["a tool whose cell is another one", [inEnvironment("tool: 2024x #", "tool: 2025x #")], "compat/blocked"],
    [
      "a tool of the same code",
      [inEnvironment("tool: 2024x #", "tool: 2024x Refresh3 #"), [MATRIX, '"2506": A', '"2506": P']],
      "compat/blocked",
    ],
  ])("a pair that is blocked for another one: %s", async (_, after, rule) => {
    expect(await planned([PAIRS, BLOCKED], after)).toMatchObject({ code: 1, open: false, states: [`${rule} new`] });
  });

  test("a web client of which nothing is known for another one", async () => {
    const before = inEnvironment("webClient: https://plm.", "webClient: https://web.");
    const moved = inEnvironment("webClient: https://web.", "webClient: https://awc.");
    expect(await planned([before], [moved])).toMatchObject({ states: ["tier/stray-address new"] });
    const same = inEnvironment("web.example.com:3000", "WEB.example.com:3001");
    expect(await planned([before], [same])).toMatchObject({ states: ["tier/stray-address unchanged"] });
  });

  test("a tier's release out of range for another one", async () => {
    const before = inEnvironment('  release: "2506"', '  release: "2406"');
    const after = inEnvironment('  release: "2406"', '  release: "1906"');
    expect(await planned([before], [after])).toMatchObject({ code: 1, open: false, states: ["compat/tier-out-of-range new"] });
  });

  test.each<[title: string, before: readonly Edit[], after: readonly Edit[], state: string]>([
    [
      "the line moves",
      [UNPROVEN],
      [inEnvironment("name: demo", "description: the first\nname: demo")],
      "tier/half-switch unchanged",
    ],
    ["another port of the same two hosts", [UNPROVEN], [inEnvironment(":8443", ":9443")], "tier/half-switch unchanged"],
    ["the host in capital letters", [UNPROVEN], [inEnvironment("//files.", "//FILES.")], "tier/half-switch unchanged"],
    ["the web client moves", [UNPROVEN], [inEnvironment(":3000/awc", ":3001/awc")], "tier/half-switch unchanged"],
    [
      "the matrix says another code of a blocked pair",
      [PAIRS, BLOCKED],
      [[MATRIX, '"2506": P }', '"2506": X }']],
      "compat/blocked unchanged",
    ],
    [
      "the tool in another spelling",
      [PAIRS, BLOCKED],
      [inEnvironment("tool: 2024x #", "tool: 2024X #")],
      "compat/blocked unchanged",
    ],
  ])("as before: %s", async (_, before, after, state) => {
    expect(await planned(before, after)).toMatchObject({ code: 0, open: true, states: [state] });
  });
});

describe("[B7] a finding that a change makes graver", () => {
  const TWICE: Edit = [CONF, "IS_TCCS=false\n", "IS_TCCS=false\nIS_TCCS=false\n"];
  const DIFFERS: Edit = [CONF, "IS_TCCS=false\nIS_TCCS=false\n", "IS_TCCS=false\nIS_TCCS=true\n"];
  const stateOf = ({ states }: { states: readonly string[] }) => states.filter((state) => state.startsWith("conf/duplicate-key"));

  test("is new: a warning of the base does not open the gate for an error", async () => {
    const plan = await planned([TWICE], [DIFFERS]);
    expect([plan.code, plan.open, stateOf(plan)]).toEqual([1, false, ["conf/duplicate-key new"]]);
  });

  test("and one that it makes less grave, or leaves as it is, is as before", async () => {
    const same: Edit = [CONF, "LicenseDir=28000", "LicenseDir=28001"];
    expect(stateOf(await planned([TWICE, DIFFERS], [[CONF, DIFFERS[2], DIFFERS[1]]]))).toEqual(["conf/duplicate-key unchanged"]);
    expect(stateOf(await planned([TWICE, DIFFERS], [same]))).toEqual(["conf/duplicate-key unchanged"]);
  });

  test("is new beside one of its kind that stays", async () => {
    const line = "IS_TCCS=false\n";
    const thrice: Edit = [CONF, line, line.repeat(3)];
    const other: Edit = [CONF, line.repeat(3), `${line.repeat(2)}IS_TCCS=true\n`];
    expect(stateOf(await planned([thrice], [other]))).toEqual(["conf/duplicate-key new", "conf/duplicate-key new"]);
  });
});

describe("[B4] [B7] a file server whose line several environments inherit", () => {
  const heir = (signIn: string) => `apiVersion: tierwright/v1
kind: Environment
name: heir
extends: demo
connector: "2506"
tool: 2024x Refresh3
tier: { signIn: "${signIn}", sharedWith: [demo] }
`;
  const own = "https://own.example.com:8443/tc";

  async function inherited(before: string | null, after: string | null) {
    const files = (text: string | null) => (text === null ? {} : { "environments/heir/environment.yaml": heir(text) });
    const [base, head] = [exampleRepository(files(before)), exampleRepository(files(after))];
    for (const folder of [base, head]) edit(folder, ...UNPROVEN);
    const { out } = await cli(["plan", "--base", base, "--gate", "new", "--format", "json"], { cwd: head });
    const { findings } = JSON.parse(out);
    return findings.flatMap(({ rule, state, environments }: { rule: string; state: string; environments: string[] }) =>
      rule === "tier/half-switch" && state !== "gone" ? [`${state}: ${environments.join(", ")}`] : [],
    );
  }

  test("is new where the sign-in of one of them moves", async () => {
    expect(await inherited(own, "https://other.example.com:8443/tc")).toEqual(["new: demo, heir"]);
  });

  test("is as before where one of them stays, or goes, and new where one comes", async () => {
    expect(await inherited(own, own)).toEqual(["unchanged: demo, heir"]);
    expect(await inherited(own, null)).toEqual(["unchanged: demo"]);
    expect(await inherited(null, own)).toEqual(["new: demo, heir"]);
  });
});
