import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keptFaults } from "../../../src/deploy/swap/inspect/kept-values.ts";
import { checked, CONF, withLines, workstation } from "../../live/doctor/scene.ts";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository, temporaryFolder } from "../../support/repository.ts";

const rulesOf = (out: string) =>
  (JSON.parse(out) as { readonly findings: readonly { readonly rule: string }[] }).findings.map(({ rule }) => rule);

/** The spelling of a directory with a '#', and the rule that finds it. */
const SPELT: readonly (readonly [string, string | null])[] = [
  ["C:\\\\temp\\#x", "conf/single-backslash"],
  ["C:\\\\\\#x", "conf/directory-not-absolute"],
  ["C:/temp\\#x", "conf/single-backslash"],
  ["C:\\\\temp\\!x", "conf/single-backslash"],
  ["C:\\\\temp\\=x", "conf/single-backslash"],
  ["C\\:\\\\temp\\#x", null],
  ["C\\:\\\\C\\#\\\\stage", null],
  ["C:\\\\C#\\\\stage", null],
  ["C:\\\\temp\\\\#x", "conf/directory-not-absolute"],
  ["C\\:\\\\temp\\\\\\#x", "conf/directory-not-absolute"],
  ["C:/temp/#x", "conf/directory-not-absolute"],
  ["C:\\\\temp # where exports lie", "conf/directory-not-absolute"],
  ["C:\\\\temp\\u0020#1", "conf/directory-not-absolute"],
];

test.each(SPELT)("[A4] a directory spelt %j is found by lint as %s", async (spelt, rule) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "connector.properties"), `STAGING_DIR=${spelt}\nCOLOUR=\\#fff\nTEXT=a # b\n`);
  const { out } = await cli(["properties", "lint", "connector.properties", "--format", "json"], { cwd: folder });
  expect(rulesOf(out)).toEqual(rule === null ? [] : [rule]);
});

test.each(SPELT)("[H5] a directory spelt %j is found by doctor, and no honest one", async (spelt, rule) => {
  const folders = ["D/plm/import/x", "C/C#/stage/x", "C/temp#x/x"];
  const root = await workstation({
    [CONF]: await withLines("connector", [`STAGING_DIR=${spelt}`]),
    ...Object.fromEntries(folders.map((folder) => [folder, ""])),
  });
  for (const id of ["folders/exist", rule === "conf/directory-not-absolute" ? "files/keys" : "files/escapes"]) {
    const { state, details } = await checked(id, root);
    expect([id, state === "pass"], details.join("\n")).toEqual([id, rule === null]);
  }
});

test.each(SPELT)("[C7] a directory spelt %j that a deploy keeps is refused where a backslash is lost", (spelt, rule) => {
  const faults = keptFaults(Buffer.from(`STAGING_DIR=${spelt}\n`), ["STAGING_DIR"], null);
  expect(faults.map(({ text }) => /backslash is dropped/.test(text))).toEqual(rule === "conf/single-backslash" ? [true] : []);
});

test("[H5] a folder whose name begins with '#' and that exists is a warning of doctor alone", async () => {
  const root = await workstation({
    [CONF]: await withLines("connector", ["STAGING_DIR=C\\:\\\\temp\\\\\\#x"]),
    "C/temp/#x/x": "",
  });
  expect((await checked("folders/exist", root)).state).toBe("warn");
});

test.each([
  ["'D:\\plm\\#staging'", true],
  ["'D:\\plm\\staging # exports'", true],
  ["'D:\\C#\\staging'", false],
])("[B5] the directory %s of an environment has a doubtful '#': %s", async (text, doubtful) => {
  const folder = exampleRepository();
  edit(folder, "environments/demo/environment.yaml", "stagingDir: 'D:\\plm\\staging'", `stagingDir: ${text}`);
  for (const command of ["check", "compile"]) {
    const { out, code } = await cli([command, "--format", "json"], { cwd: folder });
    expect([code, rulesOf(out)]).toEqual([0, doubtful ? ["conf/directory-not-absolute"] : []]);
  }
});

test("[B5] an installed conf gives one finding, with its line", async () => {
  const folder = exampleRepository();
  edit(folder, "environments/demo/environment.yaml", "  stagingDir: 'D:\\plm\\staging'\n", "");
  edit(folder, "releases/2506/base/connector.properties", "STAGING_DIR=C\\:\\\\Staging", "STAGING_DIR=C\\:\\\\plm\\\\#a");
  const { out } = await cli(["check", "--format", "json"], { cwd: folder });
  expect(rulesOf(out).filter((rule) => rule === "conf/directory-not-absolute")).toHaveLength(1);
});

const SITE = "environments/site.yaml";
const INSTALL = "install: 'C:\\Program Files\\{tool}'";

test.each([
  [SITE, INSTALL, "install: 'C:\\Tools\\{tool}   # {tool} is the row of an environment'"],
  [SITE, INSTALL, "install: 'C:\\Tools\\#{tool}'"],
  [SITE, INSTALL, `${INSTALL}\n  pluginRoots: ['D:\\plugins # ours']`],
  ["environments/demo/environment.yaml", "  sessionAgent: none", "  sessionAgent: none\n  install: 'D:\\Tools\\{tool} # here'"],
])("[D1] a path of %s on workstations has a doubtful '#': %s -> %s", async (file, from, to) => {
  const folder = exampleRepository();
  edit(folder, file, from, to);
  const { out, code } = await cli(["check", "--format", "json"], { cwd: folder });
  expect([code, rulesOf(out)]).toEqual([0, ["repo/unusable-path"]]);
  expect(out).toContain("write the closing quote before the comment");
});

test("[D1] a '#' within the name of a folder is no doubt", async () => {
  const folder = exampleRepository();
  edit(folder, SITE, INSTALL, "install: 'C:\\C#\\{tool}'");
  expect(rulesOf((await cli(["check", "--format", "json"], { cwd: folder })).out)).toEqual([]);
});
