import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository, temporaryFolder } from "../../support/repository.ts";

const rulesOf = (out: string) =>
  (JSON.parse(out) as { readonly findings: readonly { readonly rule: string }[] }).findings.map(({ rule }) => rule);

test.each([
  ["C:\\\\temp ", true],
  ["C:\\\\temp\\ ", true],
  ["C:\\\\temp\\u0020", true],
  ["C\\:\\\\temp\\u0020 ", true],
  ["C:\\\\temp\\\\my folder", false],
  ["C:\\\\gr\\u00fcn", false],
  ["  C:\\\\temp", false],
])("[A5] a directory spelt %j ends in a blank: %s", async (spelt, ends) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "connector.properties"), `STAGING_DIR=${spelt}\nPROMPT=Name:\\u0020\n`);
  const { out } = await cli(["properties", "lint", "connector.properties", "--format", "json"], { cwd: folder });
  expect(rulesOf(out)).toEqual(ends ? ["conf/trailing-blank"] : []);
});

test.each([
  ["'D:\\plm\\staging '", true],
  ["'D:\\plm\\staging\\ '", true],
  ["'D:\\plm\\my staging'", false],
])("[B5] the directory %s of an environment ends in a blank: %s", async (text, ends) => {
  const folder = exampleRepository();
  edit(folder, "environments/demo/environment.yaml", "stagingDir: 'D:\\plm\\staging'", `stagingDir: ${text}`);
  for (const command of ["check", "compile"]) {
    const { out, code } = await cli([command, "--format", "json"], { cwd: folder });
    expect([code, rulesOf(out)]).toEqual(ends ? [1, ["conf/directory-not-absolute"]] : [0, []]);
  }
});
