import { cpSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository } from "../../support/repository.ts";

interface Found {
  readonly rule: string;
  readonly help: string;
  readonly file: string;
}

async function findings(cwd: string): Promise<readonly Found[]> {
  const { out } = await cli(["check", "--format", "json"], { cwd });
  return (JSON.parse(out) as { readonly findings: readonly Found[] }).findings;
}

test("an empty name is one finding, whose advice holds for a field that is required", async () => {
  const folder = exampleRepository();
  edit(folder, "environments/demo/environment.yaml", "name: demo", "name:");
  expect(await findings(folder)).toEqual([
    expect.objectContaining({ rule: "repo/null-value", help: "write a value, or remove the key if the field is not required" }),
  ]);
});

test.each([
  ["environments/other/environment.yaml", ", or remove the folder environments/other"],
  ["releases/2506/release.yaml", ", or remove the folder releases/2506"],
  ["releases/exceptions.yaml", ", or remove the file"],
  ["environments/site.yaml", ""],
  ["releases/matrix.yaml", ""],
])("an empty %s is to be removed only where nothing would then miss it", async (file, removal) => {
  const folder = exampleRepository();
  cpSync(join(folder, "environments/demo"), join(folder, "environments/other"), { recursive: true });
  edit(folder, "environments/other/environment.yaml", "name: demo", "name: other");
  writeFileSync(join(folder, file), "# to be written\n");
  const empty = (await findings(folder)).find(({ rule }) => rule === "repo/empty-document");
  expect([empty?.file, empty?.help]).toEqual([file, `start it with \`apiVersion: tierwright/v1\` and its kind${removal}`]);
  if (removal === "") return;
  rmSync(join(folder, removal.includes("folder") ? dirname(file) : file), { recursive: true });
  expect((await findings(folder)).filter(({ rule }) => /^repo\/(?:missing-file|empty-document)$/.test(rule))).toEqual([]);
});
