import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commitAll, git } from "../../support/git.ts";
import { edit, exampleRepository, temporaryFolder, writeFiles, withTierAt } from "../../support/repository.ts";
import { pullRequest, step } from "./step.ts";

const DEMO = "environments/demo/environment.yaml";
const PUSH = { name: "push", payload: { before: "0".repeat(40) } };

/** A checkout in a folder of its own, so that what lies beside it is known. */
function checkout(): { readonly above: string; readonly folder: string } {
  const above = temporaryFolder();
  execFileSync("cp", ["-R", exampleRepository(), join(above, "checkout")]);
  const folder = join(above, "checkout");
  commitAll(folder);
  return { above, folder };
}

/** 5,400 findings: in each of six environments 900 keys of its own that the kit does not know, so that none is told together. (Of one file a thousand of a kind are told, and the rest is counted.) */
function unknownKeys(folder: string): void {
  const demo = readFileSync(join(folder, DEMO), "utf8");
  for (let i = 0; i < 6; i++) {
    const keys = Array.from({ length: 900 }, (_, k) => `      UNKNOWN_KEY_${i}_${k}: "1"\n`).join("");
    const own = demo.replace("workstation:\n", `workstation:\n  set:\n    connector:\n${keys}`);
    const text = withTierAt(`p${i}.example.com`, own).replace("name: demo", `name: many${i}`);
    writeFiles(folder, { [`environments/many${i}/environment.yaml`]: text });
  }
}

describe("[C4] an input that leads out of the checkout is refused, and nothing is read or written there", () => {
  test.each([
    ["directory", ".."],
    ["directory", "../checkout/../other"],
    ["directory", "/etc"],
    ["directory", "way"],
    ["directory", ".git"],
    ["sarif-file", "../out.sarif"],
    ["sarif-file", "environments/../../out.sarif"],
    ["sarif-file", "way/out.sarif"],
    ["sarif-file", "dangling"],
    ["sarif-file", ".git/config"],
    ["base", "../other"],
    ["base", "/etc/passwd"],
    ["base", "way"],
  ])("%s: %s", async (name, path) => {
    const { above, folder } = checkout();
    writeFiles(above, { "other/environments/site.yaml": "" });
    symlinkSync(join(above, "other"), join(folder, "way"));
    symlinkSync(join(above, "out.sarif"), join(folder, "dangling"));
    const config = readFileSync(join(folder, ".git/config"), "utf8");
    const found = await step(folder, PUSH, { [name]: path });
    expect([found.code, found.err, found.outputs]).toEqual([1, "", { verdict: "error" }]);
    expect(found.log).toContain(`the input '${name}' points outside the checkout, or into its .git: '${path}'`);
    expect([readdirSync(above).sort(), readdirSync(join(above, "other"))]).toEqual([["checkout", "other"], ["environments"]]);
    expect(readFileSync(join(folder, ".git/config"), "utf8")).toBe(config);
  });

  test("a way with '..' that stays inside is taken", async () => {
    const { folder } = checkout();
    const found = await step(folder, PUSH, { directory: "releases/..", "sarif-file": "out/../new/findings.sarif" });
    expect([found.code, existsSync(join(folder, "new/findings.sarif"))]).toEqual([0, true]);
  });
});

describe("[B7] without a base, without a repository", () => {
  const failed = (found: Awaited<ReturnType<typeof step>>) => {
    expect([found.code, found.err, found.outputs]).toEqual([1, "", { verdict: "error" }]);
    expect(found.log).not.toMatch(/\n\s+at /);
    return found.log;
  };

  test("a ref that is missing, and one that looks like an option, are told with what to do", async () => {
    const { folder } = checkout();
    expect(failed(await step(folder, PUSH, { base: "origin/nowhere" }))).toContain("origin/nowhere");
    expect(failed(await step(folder, PUSH, { base: "--upload-pack=touch x" }))).toContain("--upload-pack=touch x");
    expect(existsSync(join(folder, "x"))).toBe(false);
  });

  test("an empty folder, a repository without a commit and one without an environment are not green", async () => {
    const empty = temporaryFolder();
    failed(await step(empty, PUSH));
    git(empty, "init", "-q");
    failed(await step(empty, PUSH));
    failed(await step(empty, pullRequest("1".repeat(40))));
    const bare = exampleRepository();
    execFileSync("rm", ["-r", join(bare, "environments/demo")]);
    expect(failed(await step(bare, PUSH))).toContain("has no environment");
    expect(failed(await step(bare, PUSH, { command: "plan" }))).toContain("::error::");
  });

  test("a checkout without any commit has a base that cannot be found", async () => {
    const folder = exampleRepository();
    git(folder, "init", "-q");
    failed(await step(folder, pullRequest("1".repeat(40))));
  });
});

describe("[B7] limits of GitHub", () => {
  test("5,400 findings: at most ten annotations of a type, the rest counted; a summary under 1 MiB that says what it lacks; all of them in SARIF", async () => {
    const { folder } = checkout();
    unknownKeys(folder);
    const found = await step(folder, PUSH, { "sarif-file": "all.sarif" });
    expect([found.code, found.err]).toEqual([0, ""]);
    expect(found.log.match(/^::warning /gm)).toHaveLength(10);
    expect(found.log.match(/^::notice /gm)).toHaveLength(1);
    expect(found.log).toContain("5390 warnings more, not shown here");
    expect(Buffer.byteLength(found.summary)).toBeLessThan(1024 * 1024);
    expect(Buffer.byteLength(found.summary)).toBeGreaterThan(500_000);
    expect(found.summary).toMatch(/\d+ findings more, not shown here: there was no room\. `--format json` has everything\./);
    // cut between findings: what is opened is closed
    expect(found.summary.match(/<details>/g)?.length).toBe(found.summary.match(/<\/details>/g)?.length);
    const sarif = JSON.parse(readFileSync(join(folder, "all.sarif"), "utf8"));
    expect(sarif.runs[0].results).toHaveLength(5400);
  }, 120_000);

  test("a plan of as many new findings is cut the same way", async () => {
    const { folder } = checkout();
    const base = git(folder, "rev-parse", "HEAD").trim();
    unknownKeys(folder);
    git(folder, "add", "-A");
    git(folder, "commit", "-qm", "many");
    const found = await step(folder, pullRequest(base));
    expect([found.code, found.outputs.changed]).toEqual([0, JSON.stringify([0, 1, 2, 3, 4, 5].map((i) => `many${i}`))]);
    expect(Buffer.byteLength(found.summary)).toBeLessThan(1024 * 1024);
    expect(found.summary).toMatch(/✂️ .*findings shortened or omitted to fit the size limit/);
    expect(found.log.match(/^::(error|warning|notice) /gm)?.length).toBeLessThanOrEqual(30);
  }, 120_000);
});

describe("[B7] a fork, which has no secrets", () => {
  test("compiles with placeholders, says so, and asks no server", async () => {
    const { folder } = checkout();
    const base = git(folder, "rev-parse", "HEAD").trim();
    edit(folder, DEMO, "workstation:\n", "workstation:\n  set: { connector: { MY_PASSWORD: { env: MY_SECRET } } }\n");
    git(folder, "commit", "-qam", "secret");
    const found = await step(folder, pullRequest(base, "stranger/site"), { command: "compile", comment: "sticky", token: "t" });
    expect([found.code, found.err]).toEqual([0, ""]);
    expect(found.log).toContain(
      "this pull request comes from a fork: it has no access to secrets, and placeholders are used instead",
    );
    expect(found.log).toContain("comment: the token of a fork's pull request is read-only");
    const compiled = readFileSync(join(folder, "dist/demo/connector/connector.properties"), "latin1");
    expect(compiled).toContain("MY_PASSWORD=@secret(/workstation/set/connector/MY_PASSWORD)");
    expect(found.summary).toContain("written to dist/demo");
  });

  test("the event that would give a stranger's change rights is refused", async () => {
    const { folder } = checkout();
    const found = await step(folder, { ...pullRequest("1".repeat(40), "stranger/site"), name: "pull_request_target" });
    expect([found.code, found.outputs.verdict]).toEqual([1, "error"]);
    expect(found.log).toContain("checks out the default branch, not the change");
  });
});

test("[B5] what is said in the log is no command of the runner, and neither is a summary that has no page of its own", async () => {
  const { folder } = checkout();
  mkdirSync(join(folder, "environments/x"));
  writeFiles(folder, {
    [DEMO]: readFileSync(join(folder, DEMO), "utf8").replace("name: demo", "name: demo\n::add-path::/tmp: x"),
  });
  const found = await step(folder, PUSH, {}, { GITHUB_STEP_SUMMARY: "" });
  const commands = [...found.log.matchAll(/^\s*::([a-z-]+)/gm)].map(([, name]) => name);
  expect(commands.length).toBeGreaterThan(0);
  expect(commands.filter((name) => !/^(error|warning|notice)$/.test(name ?? ""))).toEqual([]);
});
