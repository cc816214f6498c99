import { describe, expect, test } from "vitest";
import { EXAMPLE_REPOSITORY } from "../../src/rules/example.ts";
import { cli } from "../support/host.ts";
import { exampleRepository, type Files } from "../support/repository.ts";

const DEMO = "environments/demo/environment.yaml";
const yaml = EXAMPLE_REPOSITORY[DEMO] ?? "";
const RESTART = /restart the tool: settings are read at its start only/;

/** What each form says of a change. */
async function told(after: Files, before = exampleRepository()) {
  const cwd = exampleRepository(after);
  const as = async (format: string) => (await cli(["plan", "--base", before, "--format", format], { cwd })).out;
  const { environments, summary } = JSON.parse(await as("json"));
  return {
    environments: environments.map(({ restartTool }: { restartTool: boolean }) => restartTool),
    summary: summary.restartTool as boolean,
    text: RESTART.test(await as("text")),
    markdown: RESTART.test(await as("markdown")),
  };
}

describe("[B8] a plan says that the tool has to be restarted", () => {
  test.each([
    ["an address of the tier", yaml.replace("8443/tc", "9443/tc")],
    ["a field of the workstation", yaml.replace("27000@lic", "27001@lic")],
    ["a level of the log", yaml.replace("logging:\n", "logging:\n  levels: { com.example.connection: ERROR }\n")],
    ["a secret", yaml.replace("workstation:\n", "workstation:\n  set: { connector: { MY_PASSWORD: { env: A } } }\n")],
  ])("when it changes %s", async (_, text) => {
    expect(text).not.toBe(yaml);
    expect(await told({ [DEMO]: text })).toEqual({ environments: [true], summary: true, text: true, markdown: true });
  });

  test.each([
    ["a comment", `${yaml}# said twice\n`],
    ["another spelling of a value", yaml.replace("27000@lic.example.com", '"27000@lic.example.com"')],
  ])("and not when it changes %s alone", async (_, text) => {
    expect(text).not.toBe(yaml);
    expect(await told({ [DEMO]: text })).toEqual({ environments: [false], summary: false, text: false, markdown: false });
  });
});

test("[C4] another tierwright is a change of the own rules, and another package beside it is none", async () => {
  const package_ = (version: string, other: string) =>
    JSON.stringify({ devDependencies: { tierwright: version, eslint: other } });
  const lock = (integrity: string) =>
    JSON.stringify({ packages: { "node_modules/tierwright": { version: "1.0.0", integrity } } });
  const plan = async (before: Files, after: Files) => {
    const { out } = await cli(["plan", "--base", exampleRepository(before), "--format", "json"], {
      cwd: exampleRepository(after),
    });
    return JSON.parse(out).ownRules.map(({ what, file, change }: Record<string, string>) => [what, file, change]);
  };
  const old = { "package.json": package_("1.0.0", "9.0.0"), "package-lock.json": lock("sha512-a") };
  expect(await plan(old, { ...old, "package.json": package_("1.0.0", "9.9.9") })).toEqual([]);
  expect(await plan(old, { ...old, "package.json": package_("npm:other@1.0.0", "9.0.0") })).toEqual([
    ["tool", "package.json", "changed"],
  ]);
  expect(await plan(old, { ...old, "package-lock.json": lock("sha512-b") })).toEqual([["tool", "package-lock.json", "changed"]]);
  expect(await plan({}, old)).toEqual([
    ["tool", "package-lock.json", "added"],
    ["tool", "package.json", "added"],
  ]);
  expect(await plan(old, { ...old, "package.json": "{" })).toEqual([["tool", "package.json", "changed"]]);
});
