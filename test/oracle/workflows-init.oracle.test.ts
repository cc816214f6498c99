import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../house/project.ts";
import { commitAll, git } from "../support/git.ts";
import { edit, temporaryFolder, writeFiles } from "../support/repository.ts";
import { fakeGh } from "../workflows/fake-gh.ts";
import { readWorkflow } from "../workflows/files.ts";
import { play } from "../workflows/play.ts";

/*
 * What `init` writes, played step by step in the repository that it made: with the package as `npm pack` gives it, installed by npm without a
 * network, and a `gh` that keeps its issues and releases in a file.
 */

const ENVIRONMENT = "environments/sandbox/environment.yaml";
let pack = "";

/** A program that has to succeed, without a network. */
function must(cwd: string, program: string, ...words: readonly string[]): string {
  const env = {
    PATH: process.env.PATH,
    HOME: temporaryFolder(),
    npm_config_offline: "true",
    npm_config_update_notifier: "false",
  };
  const found = spawnSync(program, words, { cwd, encoding: "utf8", env });
  expect([found.status, found.status === 0 ? "" : found.stdout + found.stderr]).toEqual([0, ""]);
  return found.stdout.trim();
}

beforeAll(() => {
  const folder = temporaryFolder();
  pack = join(folder, must(ROOT, "npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", folder));
});

/** A new repository with the package installed, and everything committed. */
function made(...words: readonly string[]) {
  const above = temporaryFolder();
  const folder = join(above, "config");
  must(above, process.execPath, join(ROOT, "build/cli.cjs"), "init", "config", ...words);
  must(folder, "npm", "install", "--save-dev", "--ignore-scripts", "--no-audit", "--no-fund", pack);
  commitAll(folder);
  const gh = fakeGh(temporaryFolder());
  const run = async (file: string, job: string, known: Readonly<Record<string, string>> = {}) => {
    const workflow = readWorkflow(readFileSync(join(folder, ".github/workflows", file), "utf8"));
    const pass = () => 0;
    return play(workflow, workflow.jobs[job] as never, {
      cwd: folder,
      bin: gh.bin,
      env: { ...gh.env, GITHUB_SERVER_URL: "https://github.example.com" },
      known: { "github.token": "t0ken", "github.repository": "org/site", ...known },
      uses: {
        "actions/checkout": pass,
        "actions/setup-node": pass,
        "actions/upload-artifact": pass,
        "actions/download-artifact": pass,
        "actions/attest": pass,
      },
    });
  };
  const gate = (base: string) =>
    run("tierwright.yml", "check", { "github.event.pull_request.base.sha || github.event.merge_group.base_sha": base });
  return { folder, gh, run, gate };
}

describe.each([[[]], [["--ghes"]]] as const)("[C4] the workflows of init %j", (words) => {
  let repository: ReturnType<typeof made>;
  beforeAll(() => {
    repository = made(...words);
  });

  test("the gate installs the package, shows the plan, lets a good change through and stops a bad one", async () => {
    const { folder, gate } = repository;
    const base = git(folder, "rev-parse", "HEAD").trim();
    edit(folder, ENVIRONMENT, "27000@", "27001@");
    git(folder, "commit", "-qam", "good");
    const good = await gate(base);
    expect([good.ok, good.ran.at(-1)]).toEqual([true, "It compiles"]);
    expect(good.ran).toContain("npm ci --ignore-scripts");
    expect(good.summary).toContain("27001@lic.example.com");
    expect(existsSync(join(folder, "dist/sandbox/manifest.json"))).toBe(true);
    expect(git(folder, "status", "--porcelain")).toBe("");
    edit(folder, ENVIRONMENT, "8443/tc ", "8443/tc/RestServices ");
    git(folder, "commit", "-qam", "bad");
    const bad = await gate(base);
    expect([bad.ok, bad.ran.at(-1)]).toEqual([false, "Plan the change"]);
    expect(bad.log).toMatch(/^::error file=environments\/sandbox\/environment\.yaml,line=\d+,/m);
    expect(bad.summary).toContain("❌ tierwright plan");
    git(folder, "reset", "-q", "--hard", base);
  });

  test("the gate without a base, as when it is started by hand, checks everything; a base that is not there is not green", async () => {
    const { folder, gate } = repository;
    const found = await gate("");
    expect([found.ok, found.summary.includes("tierwright check passed")]).toEqual([true, true]);
    const missing = await gate("1".repeat(40));
    expect([missing.ok, missing.ran.at(-1)]).toEqual([false, "Plan the change"]);
    expect(missing.log).toMatch(/tierwright: /);
    const first = await gate(git(folder, "rev-parse", "HEAD").trim());
    expect([first.ok, first.summary.includes("no environment changes")]).toEqual([true, true]);
  });

  test("the look ahead opens its issue while the exception is about to end, and closes it when the matrix says what holds", async () => {
    const { folder, gh, run } = repository;
    const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const path = "releases/exceptions.yaml";
    writeFiles(folder, { [path]: readFileSync(join(folder, path), "utf8").replace(/until: \S+/, `until: ${soon}`) });
    expect((await run("tierwright-ahead.yml", "ahead")).ok).toBe(true);
    expect(gh.read().issues).toMatchObject([{ number: 1, state: "open" }]);
    git(folder, "checkout", "-q", path);
    expect((await run("tierwright-ahead.yml", "ahead")).ok).toBe(true);
    expect(gh.read().issues).toMatchObject([{ number: 1, state: "closed", comments: [expect.any(String)] }]);
  });

  test("a tag publishes the bundle that was built twice; one of no environment publishes nothing", async () => {
    const { folder, gh, run } = repository;
    const tag = { "github.ref_name": "sandbox/1" };
    const jobs = words.length === 0 ? ["bundle", "release"] : ["bundle"];
    for (const job of jobs) expect((await run("tierwright-publish.yml", job, tag)).ok).toBe(true);
    expect(readdirSync(join(folder, "out"))).toEqual(
      expect.arrayContaining(["sandbox-settings.zip", "deploy.ps1", "detect-sandbox-settings.ps1"]),
    );
    const [release] = gh.read().releases;
    expect(release?.words).toEqual(expect.arrayContaining(["create", "sandbox/1", "out/sandbox-settings.zip", "--verify-tag"]));
    for (const name of ["nobody/1", "--help/1"]) {
      const found = await run("tierwright-publish.yml", "bundle", { "github.ref_name": name });
      expect([name, found.ok, gh.read().releases.length]).toEqual([name, false, 1]);
    }
  });
});
