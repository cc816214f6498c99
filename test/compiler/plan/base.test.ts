import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commitAll, git } from "../../support/git.ts";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository, temporaryFolder } from "../../support/repository.ts";

const DEMO = "environments/demo/environment.yaml";

/** A repository with one commit, and a clone of it that knows its default branch. */
function cloned(): string {
  const origin = exampleRepository();
  commitAll(origin);
  const folder = join(temporaryFolder(), "clone");
  git(origin, "clone", "-q", origin, folder);
  return folder;
}

const planned = async (folder: string, ...words: readonly string[]) => {
  const { code, out, err } = await cli(["plan", ...words, "--format", "json"], { cwd: folder });
  return { code, err, plan: JSON.parse(out) };
};

describe("the base of a plan", () => {
  test("[B7] a page writes the name of a commit as code, without the comma after it", async () => {
    const { out } = await cli(["plan", "--base", "HEAD~0", "--format", "markdown"], { cwd: cloned() });
    expect(out).toMatch(/ Compared with `HEAD~0`, commit `?[0-9a-f]{12}`?\.$/m);
  });

  test("[B7] is by default the merge base with the remote's default branch; the work tree and the index stay as they are", async () => {
    const folder = cloned();
    const commit = git(folder, "rev-parse", "HEAD").trim();
    edit(folder, DEMO, "27000@lic", "27001@lic");
    git(folder, "add", DEMO);
    edit(folder, DEMO, "27001@lic", "27002@lic");
    const index = () => readFileSync(join(folder, ".git", "index"));
    const status = git(folder, "status", "--porcelain"); // which may write the index itself
    const before = index();
    const { code, plan } = await planned(folder, "--detailed-exitcode");
    expect(code).toBe(10);
    expect(plan).toMatchObject({ schema: "tierwright/plan/v1", base: "origin/main", compared: { kind: "commit", commit } });
    expect(plan.environments[0]).toMatchObject({ name: "demo", status: "changed", restartTool: true });
    expect(plan.environments[0].changes).toContainEqual({
      file: "connector/connector.properties",
      key: "LicenseDir",
      kind: "set",
      secret: false,
      before: "27000@lic.example.com",
      after: "27002@lic.example.com",
      decides: "workstation.licenseServer",
      cause: { file: DEMO, line: 15, column: 18, layer: "environment" },
    });
    expect(index().equals(before)).toBe(true);
    expect(git(folder, "status", "--porcelain").replaceAll(/^\?\? \.tierwright\/\n/gm, "")).toBe(status);
  });
});
