import { spawnSync } from "node:child_process";
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { builtCli } from "../cli/built.ts";
import { ROOT } from "../house/project.ts";
import { edit, temporaryFolder } from "../support/repository.ts";

let cli = "";
beforeAll(async () => {
  cli = await builtCli();
});

/** The sample in a folder of its own, where no git finds a commit. */
function sample(): string {
  const folder = temporaryFolder();
  for (const part of ["environments", "releases", "templates"]) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  return folder;
}

function start(repository: string, ...more: readonly string[]) {
  const words = [join(ROOT, "scripts/start.mjs"), "--cli", cli, "--repository", repository, ...more];
  const { GIT_DIR: _, ...env } = process.env;
  return spawnSync(process.execPath, words, {
    encoding: "utf8",
    env: { ...env, GIT_CEILING_DIRECTORIES: repository, PATH: "" },
    timeout: 120_000,
  });
}

describe("npm start", () => {
  test("[D1, D4, D5] on a machine with Node alone: compiles, builds, verifies and rehearses, and says that no commit is known", () => {
    const folder = sample();
    const found = start(folder);
    expect(found.status, found.stdout + found.stderr).toBe(0);
    expect(found.stdout).toMatch(/the commit is not known \(git (is not installed|finds no commit|finds no repository)/);
    expect(found.stdout).toContain("8 of 8 scenarios passed");
    expect(found.stdout).toContain("all parts held");
    expect(readdirSync(folder).sort()).toEqual([".tierwright", "dist", "environments", "releases", "templates"]);
    expect(readdirSync(join(folder, "dist/bundles"))).toContain("production-2506.zip");
    expect(start(folder).status).toBe(0); // again over what is there
  }, 240_000);

  test("a part that fails gives its exit code, and nothing after it is begun", () => {
    const folder = sample();
    edit(folder, "releases/2506/kit/mapping.xml", "<?xml", " <?xml");
    const found = start(folder);
    expect(found.status).toBe(1);
    expect(found.stdout).toContain("kit/changed");
    expect(found.stdout).toContain("'bundle' failed with exit code 1");
    expect(found.stdout).not.toContain("4/4");
  }, 60_000);

  test("a fault in the YAML stops at the first part", () => {
    const folder = sample();
    edit(
      folder,
      "environments/production/environment.yaml",
      "https://plm.example.com:8443/tc ",
      "https://plm.example.com:8443/tc/RestServices ",
    );
    const found = start(folder);
    expect(found.status).toBe(1);
    expect(found.stdout).toContain("'compile' failed");
  });

  test("without the built command it says what to run", () => {
    const found = start(sample(), "--cli", join(ROOT, "no-build", "cli.cjs"));
    expect(found.status).toBe(2);
    expect(found.stderr).toContain("npm ci");
  });
});
