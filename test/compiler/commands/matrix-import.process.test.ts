import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { exampleRepository } from "../../support/repository.ts";

const CLI = resolve("build/cli.cjs");

/* The built command with a real standard input, and the document alone on standard output. */

test("[C1] a table that is piped in is written, and without --write the document alone is on standard output", () => {
  const folder = exampleRepository();
  const input = "| Tool | 2506 | 2706 |\n|---|---|---|\n| 2024x Refresh3 | A | P |\n";
  const words = ["-C", folder, "matrix", "import", "-", "--revision", "8"];
  const printed = spawnSync(process.execPath, [CLI, ...words], {
    input,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  expect([printed.status, printed.stdout.split("\n")[0]]).toEqual([0, "apiVersion: tierwright/v1"]);
  expect(printed.stderr).toContain("would be written to releases/matrix.yaml");
  const written = spawnSync(process.execPath, [CLI, ...words, "--write"], {
    input,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  expect([written.status, written.stderr]).toEqual([0, ""]);
  expect(readFileSync(join(folder, "releases", "matrix.yaml"), "utf8")).toBe(printed.stdout);
  expect(printed.stdout).toContain('"2706": P');
  const compat = spawnSync(process.execPath, [CLI, "-C", folder, "compat", "--connector", "2706"], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  expect([compat.status, compat.stdout]).toEqual([0, expect.stringMatching(/2024x Refresh3 {2}P \(Planned\) {2}block/)]);
});
