import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { sceneOf } from "../docs/session.ts";
import { ROOT } from "../house/project.ts";
import { cli } from "../support/host.ts";
import { edit, exampleRepository, temporaryFolder, writeFiles } from "../support/repository.ts";

/* schemas/findings.schema.json is what scripts of a pipeline rely on: every real output holds to it. */

const schema = JSON.parse(readFileSync(`${ROOT}/schemas/findings.schema.json`, "utf8"));
const validate = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true }).compile(schema);

async function documentOf(folder: string, ...words: string[]) {
  const { out } = await cli([...words, "--format", "json"], { cwd: folder });
  const document = JSON.parse(out);
  validate(document);
  expect(validate.errors ?? []).toEqual([]);
  return document;
}

const ENV = "environments/demo/environment.yaml";
const second = {
  "environments/second/environment.yaml": "apiVersion: tierwright/v1\nkind: Environment\nname: second\nextends: demo\n",
};

describe("[B5] the findings document holds to its schema", () => {
  test("of the sample repository, checked and compiled", async () => {
    const { folder } = sceneOf("sample");
    expect((await documentOf(folder, "check")).verdicts).toHaveLength(3);
    expect((await documentOf(folder, "compile")).outputs).toHaveLength(3);
  });

  test("with a mistake that two environments inherit, and with environments that cannot be read", async () => {
    const folder = exampleRepository(second);
    edit(folder, ENV, "transport: http", "transport: htp");
    const document = await documentOf(folder, "check");
    expect(document.findings[0]).toMatchObject({ environment: "demo", environments: ["demo", "second"] });
    edit(folder, ENV, "tier:", "\ttier:");
    expect((await documentOf(folder, "check")).unread).toEqual(["demo", "second"]);
  });

  test("with fixes that were applied, and with none", async () => {
    const folder = exampleRepository();
    edit(folder, ENV, "https://plm.example.com:8443/tc", "https://plm.example.com:8443/tc/");
    const { fixed } = await documentOf(folder, "check", "--fix");
    expect(fixed).toMatchObject([{ rule: "tier/context-root", file: ENV }]);
    expect((await documentOf(folder, "check", "--fix")).fixed).toEqual([]);
  });

  test("without verdicts: a matrix that is missing, an exception that ended", async () => {
    const { folder } = sceneOf("sample");
    edit(folder, "releases/exceptions.yaml", "until: 2036-12-31", "until: 2026-01-31");
    expect((await documentOf(folder, "check")).verdicts.some((verdict: { exception: object | null }) => verdict.exception)).toBe(
      true,
    );
    edit(folder, "releases/matrix.yaml", "rows:", "row:");
    expect((await documentOf(folder, "check")).verdicts[0].matrix).toBeNull();
  });

  test("of files that are checked on their own", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { "a.properties": "STAGING_DIR=C:\\temp \n", "log4j2.xml": "<Configuration>" });
    expect((await documentOf(folder, "properties", "lint", "a.properties", "--fix")).fixed.length).toBeGreaterThan(0);
    expect((await documentOf(folder, "log4j2", "lint", "log4j2.xml")).findings.length).toBeGreaterThan(0);
  });

  test("a document that says something else is refused", async () => {
    const document = await documentOf(exampleRepository(), "check");
    expect(validate({ ...document, further: 1 })).toBe(false);
    expect(validate({ ...document, fixed: [{ rule: "a/b" }] })).toBe(false);
  });
});
