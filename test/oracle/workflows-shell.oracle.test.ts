import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesIn } from "../compiler/kit/kits.ts";
import { below, read } from "../house/project.ts";
import { cli } from "../support/host.ts";
import { temporaryFolder } from "../support/repository.ts";
import { readWorkflow, stepsOf } from "../workflows/files.ts";

/* shellcheck reads every script of a workflow: this repository's, the recipes', and those that `init` writes. */

function shellcheck(script: string): string {
  const found = spawnSync("shellcheck", ["--shell=bash", "--format=gcc", "-"], { input: script, encoding: "utf8" });
  expect(found.error).toBeUndefined();
  return found.stdout;
}

test("shellcheck finds nothing in any script of a workflow, and would", async () => {
  const texts = Object.fromEntries(
    [...below(".github/workflows", /\.yml$/), ...below("recipes/github", /\.yml$/)].map((path) => [path, read(path)]),
  );
  for (const words of [[], ["--ghes"]]) {
    const folder = temporaryFolder();
    await cli(["init", "new", ...words], { cwd: folder });
    for (const [path, bytes] of Object.entries(filesIn(join(folder, "new/.github/workflows"))))
      texts[`${words.join("")} ${path}`] = bytes.toString("utf8");
  }
  expect(Object.keys(texts).length).toBeGreaterThanOrEqual(12);
  for (const [path, text] of Object.entries(texts))
    for (const { run, shell } of stepsOf(readWorkflow(text)))
      if (run !== undefined && shell !== "pwsh") expect([path, shellcheck(run)]).toEqual([path, ""]);
  expect(shellcheck("rm $x\n")).toContain("SC2086");
});
