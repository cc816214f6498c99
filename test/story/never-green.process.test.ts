import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { pullRequest, step } from "../serve/action/step.ts";
import { git } from "../support/git.ts";
import { cli } from "../support/host.ts";
import { edit, temporaryFolder } from "../support/repository.ts";
import { checkout, MOVES, origin, PRODUCTION, pushed } from "./site.ts";
import { readWorkflow } from "./workflow.ts";

/*
 * A gate that is green must have looked, and at what was meant. Each way by which one could be green without that is red here, or says in its
 * headline what to look at first.
 */

let site = "";
beforeAll(async () => {
  site = await origin();
}, 60_000);

const rename = (folder: string, to: string) =>
  renameSync(join(folder, "environments/production"), join(folder, "environments", to));
const without = (folder: string, ...paths: readonly string[]) => {
  for (const path of paths) rmSync(join(folder, path), { recursive: true });
};
const renamed = (folder: string, to: string) => {
  rename(folder, to);
  edit(folder, `environments/${to}/environment.yaml`, "name: production", `name: ${to}`);
};

type Case = readonly [name: string, code: 0 | 1 | 2, words: readonly string[], change: (folder: string) => void];

const CASES: readonly Case[] = [
  ["broken YAML", 1, ["repo/yaml-syntax", "cannot be compared"], (at) => edit(at, PRODUCTION, "tier:", "tier: [")],
  ["an emptied document", 1, ["repo/empty-document"], (at) => writeFileSync(join(at, PRODUCTION), "")],
  ["a matrix that is gone", 1, ["Why not to merge"], (at) => without(at, "releases/matrix.yaml")],
  [
    "no environments any more",
    2,
    ["has no environments"],
    (at) => without(at, "environments/production", "environments/sandbox"),
  ],
  ["no folder of environments any more", 2, ["not a config repository"], (at) => without(at, "environments")],
  ["an environment that is gone", 0, ["review needed: production is removed"], (at) => without(at, "environments/production")],
  ["a folder with another name", 1, ["repo/environment-name"], (at) => rename(at, "prod")],
  [
    "an environment with another name",
    0,
    ["review needed: 1 environment is renamed", "renamed to prod"],
    (at) => renamed(at, "prod"),
  ],
  [
    "an environment with another name, and half a move",
    1,
    ["tier/half-switch"],
    (at) => {
      renamed(at, "prod");
      edit(at, "environments/prod/environment.yaml", ...MOVES.signIn);
    },
  ],
  ["an environment that is hidden by a dot", 0, ["review needed: production is removed"], (at) => rename(at, ".production")],
  [
    "an environment that becomes a recording",
    0,
    ["review needed: production is removed"],
    (at) => renamed(at, "production.recording"),
  ],
  [
    "an environment that git ignores from now on",
    0,
    ["review needed: production is removed"],
    (at) => {
      edit(at, ".gitignore", "node_modules/", "node_modules/\nenvironments/production/");
      git(at, "rm", "-rq", "--cached", "environments/production");
    },
  ],
  [
    "a half-switch with a comment that suppresses it: errors cannot be",
    1,
    ["tier/half-switch"],
    (at) => {
      edit(at, PRODUCTION, ...MOVES.signIn);
      edit(at, PRODUCTION, "  fileTransfer", "  # tierwright-ignore tier/half-switch: trust me\n  fileTransfer");
    },
  ],
  [
    "a warning with a comment that suppresses it",
    0,
    ["review needed: ", "modifies the rules it is checked against", "a suppression comment for logging/payload-on is added"],
    (at) => {
      const ignore = "  # tierwright-ignore logging/payload-on: trust me\n";
      const logging = `logging:\n${ignore}  payload: { enabled: true, dir: 'D:/plm/payload' }\n`;
      edit(at, PRODUCTION, "workstation:\n", `${logging}workstation:\n`);
    },
  ],
  [
    "a matrix that lets through what it blocked",
    0,
    ["review needed: it modifies the rules it is checked against", "the compatibility matrix is changed"],
    (at) => edit(at, "releases/matrix.yaml", "codes:\n", "codes:\n  X: { gate: pass }\n"),
  ],
  [
    "a workflow that would run on no change",
    0,
    ["review needed: it modifies the rules it is checked against", "a workflow is changed"],
    (at) => edit(at, ".github/workflows/tierwright.yml", "  merge_group:", "    paths: [nothing]\n  merge_group:"),
  ],
  [
    "a workflow that is gone",
    0,
    ["modifies the rules it is checked against", "a workflow is removed"],
    (at) => without(at, ".github/workflows/tierwright.yml"),
  ],
  [
    "owners that are gone",
    0,
    ["modifies the rules it is checked against", "code owners are removed"],
    (at) => without(at, ".github/CODEOWNERS"),
  ],
  [
    "another tierwright than the one that judged before",
    0,
    ["review needed: it modifies the rules it is checked against", "package.json` the tierwright version is changed"],
    (at) => edit(at, "package.json", '"@tierwright/tierwright": "', '"@tierwright/tierwright": "npm:other@'),
  ],
  [
    "another version of the tool that is required",
    2,
    ["requires tierwright"],
    (at) => edit(at, "environments/site.yaml", '">=0.1 <1"', '">=9"'),
  ],
];

/** What a required check comes to, by the Action, and by a plain command line in any other CI. */
async function gate(branch: string) {
  const { folder, base } = checkout(site, branch);
  const plain = await cli(["plan", "--base", base, "--gate", "new", "--format", "markdown"], { cwd: folder });
  return { folder, base, plain, action: await step(folder, pullRequest(base), { gate: "new" }) };
}

describe("[B7] [C4] a gate is not green where the change brings", () => {
  test.each(CASES)("%s", async (name, code, words, change) => {
    const branch = name.replace(/\W+/g, "-");
    pushed(site, branch, change);
    const { plain, action } = await gate(branch);
    expect({ code: plain.code, step: action.code }).toEqual({ code, step: code === 0 ? 0 : 1 });
    for (const word of words) expect(plain.out + plain.err).toContain(word);
    expect(action.summary.split("\n")[0]).toMatch(code === 0 ? /^## ⚠️ .*review needed/ : /^## ❌ /);
    expect(action.summary + action.log).not.toContain("no blocking findings");
  });
});

describe("[B7] a gate is not green where it cannot look", () => {
  test("an empty repository, and one without a commit", async () => {
    const empty = temporaryFolder();
    git(empty, "init", "-q");
    for (const inputs of [{}, { command: "check" }, { command: "compile" }]) {
      const found = await step(empty, pullRequest("1".repeat(40)), inputs);
      expect([found.code, found.outputs.verdict]).toEqual([1, "error"]);
    }
    const { code, err } = await cli(["plan", "--base", "main"], { cwd: site });
    expect([code, err]).toEqual([0, ""]); // the control: it is the folder that is empty
    expect((await cli(["plan"], { cwd: empty })).code).toBe(2);
  });

  test("a clone without the base", async () => {
    pushed(site, "shallow", (at) => edit(at, PRODUCTION, "27000@lic", "27001@lic"));
    const { folder, base } = checkout(site, "shallow", "--depth", "1");
    const found = await step(folder, pullRequest(base), { gate: "new" });
    expect([found.code, found.outputs.verdict]).toEqual([1, "error"]);
    const { code, err } = await cli(["plan", "--base", base, "--gate", "new"], { cwd: folder });
    expect([code, err]).toEqual([2, expect.stringContaining("fetch-depth: 0")]);
  });

  test("secrets that are missing, where their values are asked for; a pull request never asks", async () => {
    const secret = "workstation:\n  set: { connector: { PLM_PASSWORD: { env: PLM_PASSWORD } } }\n";
    pushed(site, "secret", (at) => edit(at, PRODUCTION, "workstation:\n", secret));
    const { folder, plain } = await gate("secret");
    expect([plain.code, plain.out]).toEqual([0, expect.stringContaining("a secret is added")]);
    const compiled = await cli(["compile", "production", "--with-secrets"], { cwd: folder });
    expect([compiled.code, compiled.out]).toEqual([1, expect.stringContaining("secret/not-set")]);
    expect((await cli(["secrets", "check"], { cwd: folder })).code).toBe(1);
  });

  test("a job that is skipped counts as passed at GitHub: none of init's can be", async () => {
    for (const more of [[], ["--ghes"]]) {
      const folder = join(temporaryFolder(), "made");
      await cli(["init", folder, ...more]);
      const path = join(folder, ".github/workflows/tierwright.yml");
      const { on, jobs } = readWorkflow(path);
      expect(Object.keys(on)).toEqual(expect.arrayContaining(["pull_request", "merge_group"]));
      const filters = ["paths", "paths-ignore", "branches", "branches-ignore"];
      for (const trigger of Object.values(on)) expect(filters.filter((name) => name in (trigger ?? {}))).toEqual([]);
      for (const job of Object.values(jobs)) {
        expect(["if", "needs", "continue-on-error"].filter((name) => name in job)).toEqual([]);
        expect(job.steps.filter((one) => "continue-on-error" in one)).toEqual([]);
      }
      expect(readFileSync(path, "utf8")).not.toContain("pull_request_target");
    }
  });

  test("a result that somebody has committed as remembered is not believed", async () => {
    pushed(site, "cache", (at) => {
      edit(at, PRODUCTION, ...MOVES.signIn);
    });
    await cli(["check"], { cwd: site });
    const { folder, base } = checkout(site, "cache");
    renameSync(join(site, ".tierwright"), join(folder, ".tierwright"));
    expect((await cli(["plan", "--base", base], { cwd: folder })).code).toBe(1);
  });
});
