import { describe, expect, test } from "vitest";
import { edit, exampleRepository, run } from "../../support/repository.ts";

/* A value that several environments have stands in one line, and so does what is said to a finding there. */

const DEMO = "environments/demo/environment.yaml";
const heir = (name: string, further = "") =>
  `apiVersion: tierwright/v1\nkind: Environment\nname: ${name}\nextends: demo\n${further}`;
const OWN = "sessionAgent: none";
const set = (comment: string) => `${OWN}\n  set:\n    connector:\n${comment}      OWN: '1'`;
const COMMENT = "      # tierwright-ignore conf/unknown-key: ours\n";
const entry = (words: string) => `ignore: [ { rule: conf/unknown-key, file: environment.yaml, ${words}reason: ours } ]\n`;

async function found(
  changes: readonly (readonly [path: string, from: string, to: string])[],
  heirs: readonly string[] = [heir("heir")],
) {
  const folder = exampleRepository(
    Object.fromEntries(heirs.map((text) => [`environments/${/name: (.*)/.exec(text)?.[1]}/environment.yaml`, text])),
  );
  for (const [path, from, to] of changes) edit(folder, path, from, to);
  const look = async () => {
    const { findings, held } = await run(folder);
    return {
      findings: findings.map(({ rule, environment }) => `${rule} ${environment}`),
      held: held.map(({ finding, by }) => `${finding.rule} ${(finding.environments ?? [finding.environment]).join("+")} ${by}`),
    };
  };
  const first = await look();
  expect(await look()).toEqual(first); // what is remembered says the same
  return first;
}

describe("[A5] a suppression in the environment that others extend", () => {
  test.each([
    ["a comment", [[DEMO, OWN, set(COMMENT)]], "comment"],
    [
      "an entry with a key",
      [
        [DEMO, OWN, set("")],
        [DEMO, "logging:", `${entry("key: OWN, ")}logging:`],
      ],
      "entry",
    ],
    [
      "an entry without a key",
      [
        [DEMO, OWN, set("")],
        [DEMO, "logging:", `${entry("")}logging:`],
      ],
      "entry",
    ],
  ] as const)("%s holds for those that inherit the line, too", async (_title, changes, by) => {
    expect(await found(changes)).toEqual({ findings: [], held: [`conf/unknown-key demo+heir ${by}`] });
  });

  test("that only one of them needs is used", async () => {
    const other = heir("heir", "workstation:\n  set:\n    connector: { OWN: '1' }\n");
    const entries = [DEMO, "logging:", `${entry("key: OWN, ")}logging:`] as const;
    expect(await found([entries], [other])).toEqual({ findings: [], held: ["conf/unknown-key heir entry"] });
  });

  test("that none of them needs is told once", async () => {
    const entries = [DEMO, "logging:", `${entry("key: OWN, ")}logging:`] as const;
    const { findings } = await found([entries], [heir("a"), heir("b")]);
    expect(findings).toEqual(["repo/unused-suppression null"]);
  });
});

describe("[A5] a suppression where the site says a value of environments", () => {
  const SITE = "environments/site.yaml";
  const defaults = (comment: string) =>
    `defaults:\n  workstation:\n    set:\n      connector:\n${comment}        OWN: '1'\nclient:`;

  test("a comment among the site's defaults", async () => {
    const told = await found([[SITE, "client:", defaults("        # tierwright-ignore conf/unknown-key: ours\n")]]);
    expect(told).toEqual({ findings: [], held: ["conf/unknown-key demo+heir comment"] });
  });

  test("an entry among the site's defaults", async () => {
    const ignore = "defaults:\n  ignore: [ { rule: conf/unknown-key, key: OWN, reason: ours } ]\n";
    const told = await found([[SITE, "client:", defaults("").replace("defaults:\n", ignore)]]);
    expect(told).toEqual({ findings: [], held: ["conf/unknown-key demo+heir entry"] });
  });
});
