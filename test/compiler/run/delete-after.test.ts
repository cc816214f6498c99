import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { exampleRepository, writeFiles } from "../../support/repository.ts";

/* logging.deleteAfter: following the advice of logging/no-deletion ends the finding, and nothing less does. */

const BASE = "releases/2506/base/log4j2.xml";
const DEMO = "environments/demo/environment.yaml";
const ACTION = /\n *<Delete basePath="C:\/Temp"><IfLastModified age="30d"\/><\/Delete>/;

/** The example repository whose base file deletes nothing, with these lines below logging of its environment. */
function repository(lines: string): string {
  const folder = exampleRepository();
  const base = readFileSync(join(folder, BASE), "utf8");
  expect(base).toMatch(ACTION);
  const demo = readFileSync(join(folder, DEMO), "utf8");
  expect(demo).toContain("logging:\n");
  writeFiles(folder, { [BASE]: base.replace(ACTION, ""), [DEMO]: demo.replace("logging:\n", `logging:\n${lines}`) });
  return folder;
}

interface Told {
  readonly rule: string;
  readonly message: string;
  readonly [key: string]: unknown;
}

async function told(folder: string, ...words: string[]): Promise<{ readonly code: number; readonly logging: readonly Told[] }> {
  const answer = await cli(["check", ...words, "--format", "json"], { cwd: folder });
  const findings: readonly Told[] = JSON.parse(answer.out).findings;
  return { code: answer.code, logging: findings.filter(({ rule }) => rule.startsWith("logging/")) };
}

test("[A6] [H4] deleteAfter ends the finding that advises it, and compile inserts the action and nothing else", async () => {
  const before = await told(repository(""));
  expect(before.logging.map(({ rule }) => rule)).toEqual(["logging/no-deletion"]);
  const folder = repository("  deleteAfter: { MAIN: 30d }\n");
  expect((await told(folder)).logging).toEqual([]);
  // the second run has its findings from the cache
  expect((await told(folder)).logging).toEqual([]);
  expect((await cli(["compile"], { cwd: folder })).code).toBe(0);
  const compiled = readFileSync(join(folder, "dist/demo/client/log4j2.xml"), "utf8");
  const inserted = compiled.match(/\n *<Delete .*<\/Delete>/)?.[0] ?? "";
  expect(inserted).toContain('basePath="C:/Temp"');
  expect(inserted).toContain('age="30d"');
  expect(compiled.replace(inserted, "")).toBe(readFileSync(join(folder, BASE), "utf8"));
});

test("[H4] an environment of the release without deleteAfter keeps the finding, whichever environment is checked", async () => {
  const folder = repository("  deleteAfter: { MAIN: 30d }\n");
  const demo = readFileSync(join(folder, DEMO), "utf8");
  const other = demo.replace("name: demo", "name: other").replace("  deleteAfter: { MAIN: 30d }\n", "");
  writeFiles(folder, { "environments/other/environment.yaml": other });
  expect((await told(folder)).logging.map(({ rule }) => rule)).toEqual(["logging/no-deletion"]);
  expect((await told(folder, "demo")).logging.map(({ rule }) => rule)).toEqual(["logging/no-deletion"]);
});

test("[A6] a name that the file does not have, and an age that log4j would not read, are refused at their line", async () => {
  for (const lines of ["  deleteAfter: { MIAN: 30d }\n", "  deleteAfter: { MAIN: 30 days }\n"]) {
    const { code, logging } = await told(repository(lines));
    expect(code).toBe(1);
    expect(logging.map(({ rule }) => rule)).toContain("logging/edit-refused");
  }
});

test("[A6] an age that log4j would not read is pointed at in the YAML, and at nothing in the base file", async () => {
  const folder = repository("  deleteAfter: { MAIN: 0d }\n");
  const { logging } = await told(folder);
  const refused = logging.find(({ rule }) => rule === "logging/edit-refused");
  const lines = readFileSync(join(folder, DEMO), "utf8").split("\n");
  const line = lines.findIndex((text) => text.includes("MAIN: 0d"));
  expect(refused).toMatchObject({ file: DEMO, line: line + 1, column: (lines[line] ?? "").indexOf("0d") + 1, related: [] });
});
