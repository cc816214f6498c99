import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scene, typed } from "../../author/adopt/scene.ts";
import { connect, structured, textOf } from "../../serve/mcp/client.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository, temporaryFolder, writeFiles } from "../../support/repository.ts";
import { eachNth } from "../../support/runs.ts";
import { at } from "../../deploy/swap/support/installation.ts";
import { inProcess } from "../../deploy/swap/support/in-process.ts";
import { powerShell } from "../../deploy/swap/support/powershell.ts";
import { Workstation } from "../../deploy/swap/support/workstation.ts";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { CARRIED, escaped, expectNothingShown, HONEST, honestPairs, lines, PLANTS, textsBelow } from "./planted.ts";
import { PLANTED } from "./secret-examples.ts";

/*
 * Every secret of the list goes through every command that shows or writes values, and none of them says it; every honest setting does, and
 * none of them hides it.
 */

describe("[E3] a repository whose kit has secrets", () => {
  const base = `${EXAMPLE_REPOSITORY["releases/2506/base/connector.properties"]}${lines([...honestPairs, ...PLANTS])}`;
  const folder = () => exampleRepository({ "releases/2506/base/connector.properties": base });

  test("why says none, as text, as JSON and over MCP, and marks each as a secret", async () => {
    const repository = folder();
    const { call } = await connect(repository);
    for (const [key] of eachNth(12, PLANTS)) {
      const text = await cli(["-C", repository, "why", "demo", key]);
      expectNothingShown(key, text.out + text.err);
      const json = await cli(["-C", repository, "why", "demo", key, "--format", "json"]);
      expectNothingShown(key, json.out);
      expect([key, JSON.parse(json.out).answers[0].secret]).toEqual([key, true]);
    }
    for (const [key] of eachNth(28, PLANTS)) {
      const result = await call("why", { environment: "demo", key });
      expectNothingShown(key, textOf(result) + JSON.stringify(result));
      expect([key, structured(result).document.answers[0].secret]).toEqual([key, true]);
    }
    for (const [key, value] of eachNth(16, honestPairs)) {
      const { answers } = JSON.parse((await cli(["-C", repository, "why", "demo", key, "--format", "json"])).out);
      expect([key, answers[0].secret, answers[0].value]).toEqual([key, false, value]);
    }
  });

  test.each([
    ["check", ["check"]],
    ["check as JSON", ["check", "--format", "json"]],
    ["check as SARIF", ["check", "--format", "sarif"]],
    ["plan", ["plan", "--base", "BEFORE"]],
    ["plan as JSON", ["plan", "--base", "BEFORE", "--format", "json"]],
    ["plan as Markdown", ["plan", "--base", "BEFORE", "--format", "markdown"]],
    ["properties lint", ["properties", "lint", "releases/2506/base/connector.properties", "--role", "connector"]],
  ])("%s says none", async (what, words) => {
    const before = exampleRepository();
    const { out, err } = await cli(["-C", folder(), ...words.map((word) => (word === "BEFORE" ? before : word))]);
    expect(out.length).toBeGreaterThan(20);
    expectNothingShown(what, out + err);
    if (what.startsWith("plan")) for (const [, value] of honestPairs) expect(out).toContain(value);
  });

  test("check names every one of them in the kit's files, as a warning, and no honest key", async () => {
    const { out } = await cli(["-C", folder(), "check", "--format", "json"]);
    const found = (JSON.parse(out).findings as { rule: string; severity: string; message: string }[]).filter(
      ({ rule }) => rule === "secret/plain-value",
    );
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ severity }) => severity))).toEqual(new Set(["warning"]));
    for (const key of HONEST) expect(found.some(({ message }) => message.startsWith(`${key} `))).toBe(false);
  });
});

test("[E3] adopt writes no secret into a file, replaces it in comments and XML, and keeps every honest value; check is silent afterwards", async () => {
  const more = `# the old one was ${PLANTED}\n# sort key: honest-0\n${lines([...PLANTS, ...honestPairs, ["SAME_TEXT", "honest-0"]])}`;
  const log4j2 = `<?xml version="1.0"?>\n<Configuration><!-- was ${PLANTED} --><Properties><Property name="dbPassword" value="${PLANTED}"/><Property name="x">${PLANTED}</Property><Property name="sortKey" value="honest-1"/></Properties></Configuration>\n`;
  const { connector, client, logger } = typed({ connector: (text) => text + more });
  const at = scene({ "c.properties": connector, "k.properties": client, "l.properties": logger ?? "", "log4j2.xml": log4j2 });
  const named = [
    "--connector",
    "c.properties",
    "--client",
    "k.properties",
    "--logger",
    "l.properties",
    "--log4j2",
    "log4j2.xml",
    "--name",
    "adopted",
  ];
  const { code, out, err } = await at.adopt(named);
  expect([code, err]).toEqual([0, ""]);
  expectNothingShown("what adopt prints", out);
  expectNothingShown("what adopt writes", textsBelow(join(at.folder, "environments/adopted")));
  const environment = at.text("environments/adopted/environment.yaml");
  for (const [key, value] of [...honestPairs, ["SAME_TEXT", "honest-0"] as const])
    expect(environment).toContain(`${key}: ${value}\n`);
  const installed = at.text("environments/adopted/installed/connector.properties");
  for (const [key, value] of honestPairs) expect(installed).toContain(`${key}=${value}\n`);
  expect(installed).toContain("# sort key: honest-0");
  expect(at.text("environments/adopted/installed/log4j2.xml")).toContain('<Property name="sortKey" value="honest-1"/>');
  const checked = JSON.parse((await at.run("check", "adopted", "--format", "json")).out);
  expect((checked.findings as { rule: string }[]).filter(({ rule }) => rule === "secret/plain-value")).toEqual([]);
});

test("[E3] a rule on the text of a file says no value of a key that is a secret, in whatever line", async () => {
  // a key that was misread already would be misread twice here
  const faults = eachNth(4, PLANTS)
    .filter(([key]) => !/[\x80-\xff]{2}/.test(key))
    .map(([key, value]) => `${key}=other\n${key}=${escaped(value)}\n${key}=${escaped(value)}x \n`)
    .join("");
  const more = `HONEST=first\nHONEST=second\n${faults}DB_PASSWORD=a\\u00zz${PLANTED}\nOTHER_PASSWORD=C:\\q${PLANTED}\n`;
  const path = "releases/2506/base/connector.properties";
  const repository = exampleRepository({ [path]: `${EXAMPLE_REPOSITORY[path]}${more}` });
  const page = join(temporaryFolder(), "page.html");
  for (const words of [
    ["check"],
    ["check", "--format", "json"],
    ["check", "--format", "sarif"],
    ["check", "--format", "junit"],
    ["check", "--format", "github"],
    ["check", "--format", "markdown"],
    ["properties", "lint", path],
    ["report", "--out", page],
  ]) {
    const { out, err } = await cli(["-C", repository, ...words]);
    const text = words[0] === "report" ? readFileSync(page, "utf8") : out + err;
    expectNothingShown(words.join(" "), text);
    expect([words.join(" "), text.includes("PASSWORD")]).toEqual([words.join(" "), true]);
    if (!words.includes("markdown")) expect(text).toContain("second");
  }
});

test("[E3] check names what an adopted file holds, in every syntax", async () => {
  for (const [kind, syntax] of eachNth(4, CARRIED)) {
    const repository = exampleRepository({
      "environments/demo/installed/connector.properties": `SETTING=${escaped(syntax("db_password", PLANTED))}\n`,
    });
    const { out } = await cli(["-C", repository, "check", "--format", "json"]);
    expectNothingShown(kind, out);
    const rules = (JSON.parse(out).findings as { rule: string; severity: string }[]).map(
      ({ rule, severity }) => `${rule} ${severity}`,
    );
    expect([kind, rules.includes("secret/plain-value error")]).toEqual([kind, true]);
  }
});

const shell = powerShell();
const RUNNERS = [inProcess, ...(shell ? [shell] : [])];

describe.each(RUNNERS.map((runner) => [runner.name, runner] as const))("[E3] %s", (_, runner) => {
  test("what-if, deploy, drift, verify, rollback and every record of them say no secret, and no value of a key that no bundle decides", async () => {
    const here = new Workstation(runner, "hand-made");
    const undecided = "nobody-elses-business";
    appendFileSync(at.conf(here.root), lines([...PLANTS, ["MY_OWN_SETTING", undecided]]));
    const said: string[] = [];
    const listen = async (run: ReturnType<Workstation["deploy"]>) => {
      const { out, err } = await run;
      said.push(out, err);
    };
    await listen(here.deploy(here.swap(), { whatIf: true }));
    await listen(here.deploy(here.swap()));
    appendFileSync(at.conf(here.root), lines([...PLANTS, ["MY_OWN_SETTING", undecided]]));
    await listen(here.verify());
    await listen(here.deploy(here.swap({ release: "2606" })));
    await listen(here.deploy(here.settings({ tier: "workshop" as never }), { acceptDrift: true, switchEnvironment: true }));
    await listen(here.deploy(here.swap({ release: "2606" }), { acceptDrift: true, switchEnvironment: true }));
    await listen(here.rollback());
    const text = said.join("\n");
    expect(text).toContain("MY_OWN_SETTING");
    expectNothingShown("what is printed", text);
    expect(text).not.toContain(undecided);
    const records = textsBelow(join(at.swap(here.root), "receipts"));
    expectNothingShown("receipts", records);
    expect(records).toContain("MY_OWN_SETTING");
    expect(records).not.toContain(undecided);
  }, 240_000);
});

test("[E3] kit diff and kit carry say none", async () => {
  const folder = temporaryFolder();
  const old = EXAMPLE_REPOSITORY["releases/2506/base/connector.properties"] ?? "";
  writeFiles(folder, {
    ...EXAMPLE_REPOSITORY,
    "releases/2506/base/connector.properties": old + lines([...PLANTS, ...honestPairs]),
  });
  for (const words of [
    ["kit", "carry", "demo"],
    ["kit", "carry", "demo", "--format", "json"],
  ]) {
    const { out, err } = await cli(["-C", folder, ...words]);
    expectNothingShown(words.join(" "), out + err);
  }
});
