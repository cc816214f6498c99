import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { EXAMPLE_SIGN_IN } from "../../../src/compiler/rules/sso/example-sign-in.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository, type Files } from "../../support/repository.ts";

const DEMO = "environments/demo/environment.yaml";
const yaml = EXAMPLE_REPOSITORY[DEMO] ?? "";
const RESTART = /build the bundle, deploy it, restart the tool; settings are read only at startup/;

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

  const NONE = { summary: false, text: false, markdown: false };
  const other = { "environments/other/environment.yaml": yaml.replace("name: demo", "name: other") };

  test("and not when a note, the matrix or the panel of the deployment tool changes alone", async () => {
    const note = { "templates/workstation-note.md.hbs": "# Environment {{environment}}\n" };
    expect(await told(note)).toEqual({ environments: [false], ...NONE });
    const matrix = (EXAMPLE_REPOSITORY["releases/matrix.yaml"] ?? "").replace('"2506": A', '"2506": P');
    expect(await told({ "releases/matrix.yaml": matrix })).toEqual({ environments: [false], ...NONE });
    const discovery = String(EXAMPLE_SIGN_IN["environments/demo/discovery.json"]);
    const moved = discovery.replaceAll("openid-connect/logout", "openid-connect/signout");
    expect(moved).not.toBe(discovery);
    expect(
      await told({ ...EXAMPLE_SIGN_IN, "environments/demo/discovery.json": moved }, exampleRepository(EXAMPLE_SIGN_IN)),
    ).toEqual({ environments: [false], ...NONE });
  });

  test("an added, removed or renamed environment needs no restart: no workstation reads other settings", async () => {
    expect(await told(other)).toEqual({ environments: [false, false], ...NONE });
    expect(await told({}, exampleRepository(other))).toEqual({ environments: [false, false], ...NONE });
  });

  test("and of one that changes beside one that comes, but of no other", async () => {
    const changed = { [DEMO]: yaml.replace("27000@lic", "27001@lic") };
    expect(await told({ ...other, ...changed })).toEqual({
      environments: [true, false],
      summary: true,
      text: true,
      markdown: true,
    });
  });
});

describe("[B7] a renamed environment", () => {
  const folder = (name: string, text = yaml) => {
    const made = exampleRepository({ [`environments/${name}/environment.yaml`]: text.replace("name: demo", `name: ${name}`) });
    rmSync(join(made, "environments/demo"), { recursive: true });
    return made;
  };
  const plan = async (cwd: string, format: string) =>
    (await cli(["plan", "--base", exampleRepository(), "--format", format], { cwd })).out;
  const REFUSES = "workstations with demo refuse factory without --switch-environment (deploy.ps1: -SwitchEnvironment)";

  test.each(["text", "markdown", "github"])("is refused by workstations without the flag, as %s says", async (format) => {
    const out = await plan(folder("factory"), format);
    expect(out.replaceAll("`", "")).toContain(REFUSES);
    expect(out).not.toMatch(RESTART);
  });

  test("whose content changes as well is one removed and one added, not a rename", async () => {
    const out = await plan(folder("factory", yaml.replace("27000@lic", "27001@lic")), "text");
    expect(out).toContain("review needed: demo is removed");
    expect(out).not.toContain("refuse");
  });
});

test("[B7] [C7] --format github has a line for each removal and each changed rule, and ends with the plan's headline", async () => {
  const files = (names: readonly string[]): Files =>
    Object.fromEntries(
      names.map((name) => [`environments/${name}/environment.yaml`, yaml.replace("name: demo", `name: ${name}`)]),
    );
  const base = exampleRepository(files(["one", "two"]));
  const matrix = (EXAMPLE_REPOSITORY["releases/matrix.yaml"] ?? "").replace('"2606": P', '"2606": X');
  const { out } = await cli(["plan", "--base", base, "--format", "github"], {
    cwd: exampleRepository({
      "releases/matrix.yaml": matrix,
      [DEMO]: yaml.replace("signIn: https://plm.", "signIn: https://p2."),
    }),
  });
  const lines = out.trimEnd().split("\n");
  expect(lines.filter((line) => /^::warning title=(one|two) is removed::/.test(line))).toHaveLength(2);
  expect(out).toContain(
    "::warning file=releases/matrix.yaml,line=1,endLine=1,title=This change modifies the rules it is checked against::",
  );
  expect(out).toContain("%0A2024x Refresh3 × 2606: P → X");
  expect(out).toContain("::warning title=demo moves only half of the tier::only the sign-in moves, file transfer does not");
  const headline = (await cli(["plan", "--base", base], { cwd: exampleRepository({ "releases/matrix.yaml": matrix }) })).out;
  expect(headline.split("\n")[0]).toBe(
    "Mergeable, review needed: one, two are removed; it modifies the rules it is checked against",
  );
  expect(lines.at(-1)).toMatch(/^Do not merge: /);
  const quiet = await cli(["plan", "--base", exampleRepository(), "--format", "github"], { cwd: exampleRepository() });
  expect(quiet.out.split("\n").slice(-2)).toEqual(["OK to merge: no environment changes, no blocking findings", ""]);
  expect(quiet.out).not.toContain("::");
});

test("[C4] another tierwright version is a change of the rules, another package is not", async () => {
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
