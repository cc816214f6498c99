import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { blocksOf, fileOf, readPage } from "./page.ts";
import { temporaryFolder } from "../support/repository.ts";
import { repositoryFiles } from "../../src/author/init/repository.ts";

const page = readPage("docs/pull-requests.md");
const made = repositoryFiles({
  release: "2506",
  tool: "2024x Refresh3",
  until: "2027-02-20",
  ghes: false,
  probe: false,
  vendored: null,
  package: "file:vendor/tierwright-tierwright-0.1.0.tgz",
  version: "0.1.0",
});
const text = (path: string) => Buffer.from(made.get(path) ?? []).toString();

/* The console blocks are executed by test/oracle/recipes-pages.oracle.test.ts; this holds the rest of the page to what init writes. */

test("[B7] the ruleset of docs/pull-requests.md requires the job that init's workflow has, and the workflow runs for a merge queue", () => {
  const ruleset = JSON.parse(blocksOf(page).find((block) => fileOf(block) === "ruleset.json")?.body ?? "");
  const checks = ruleset.rules.flatMap(({ parameters }: { parameters?: { required_status_checks?: { context: string }[] } }) =>
    (parameters?.required_status_checks ?? []).map(({ context }) => context),
  );
  const workflow = parse(text(".github/workflows/tierwright.yml"));
  expect(checks).toEqual(Object.entries(workflow.jobs).map(([id, job]) => (job as { name?: string }).name ?? id));
  expect(Object.keys(workflow.on)).toEqual(expect.arrayContaining(["pull_request", "merge_group"]));
  expect(ruleset).toMatchObject({ enforcement: "active", bypass_actors: [] });
});

test("[C4] who owns matrix, exceptions, workflows and the tool is not who changes environments, as the page says", () => {
  const owners = Object.fromEntries(
    text(".github/CODEOWNERS")
      .split("\n")
      .filter((line) => line.startsWith("/"))
      .map((line) => line.split(/\s+/)),
  );
  for (const path of [
    "/releases/matrix.yaml",
    "/releases/exceptions.yaml",
    "/.github/",
    "/package.json",
    "/package-lock.json",
    "/vendor/",
  ])
    expect({ path, owner: owners[path] }).not.toEqual({ path, owner: owners["/environments/"] });
});

test("the job for GitLab is a job, and its gate hides no exit code", () => {
  const [block] = blocksOf(page).filter(({ language }) => language === "yaml");
  const { tierwright } = parse(block?.body ?? "") as { tierwright: { script: string[]; variables: { GIT_DEPTH: string } } };
  expect(tierwright.script.at(-1)).toMatch(/^npx --no-install tierwright plan --base "\$CI_\w+" --gate new$/);
  expect(tierwright.variables.GIT_DEPTH).toBe("0");
});

test("the job for Azure Pipelines has the whole history, and its gate is the last step and hides no exit code", () => {
  const body = blocksOf(page).find((block) => block.body.includes("vmImage"))?.body ?? "";
  const { steps } = parse(body) as { steps: { checkout?: string; fetchDepth?: number; script?: string; env?: object }[] };
  expect(steps[0]).toEqual({ checkout: "self", fetchDepth: 0 });
  const gate = steps.at(-1);
  expect(gate?.script?.trimEnd().split("\n").at(-1)).toBe('npx --no-install tierwright plan --base "$base" --gate new');
  expect(gate?.env).toEqual({ TARGET: "$(System.PullRequest.TargetBranch)" });
});

test.skipIf(process.platform === "win32")(
  "the gate's lines for Azure Pipelines find the base, and a missing branch is exit code 2",
  () => {
    const body = blocksOf(page).find((block) => block.body.includes("vmImage"))?.body ?? "";
    const { steps } = parse(body) as { steps: { script?: string }[] };
    const script = (steps.at(-1)?.script ?? "").replace("npx --no-install tierwright", "echo");
    const folder = temporaryFolder();
    const sh = (text: string, env: Readonly<Record<string, string>> = {}) =>
      spawnSync("bash", ["-c", text], { cwd: folder, encoding: "utf8", env: { ...process.env, ...env } });
    const commit = "git -c user.name=a -c user.email=a@b.invalid commit -q --allow-empty -m x";
    sh(`git init -q -b main . && ${commit} && git update-ref refs/remotes/origin/main HEAD && ${commit}`);
    const base = sh("git rev-parse HEAD~1").stdout.trim();
    const found = sh(script, { TARGET: "refs/heads/main" });
    expect([found.status, found.stdout.trim()]).toEqual([0, `plan --base ${base} --gate new`]);
    expect(sh(script, { TARGET: "refs/heads/gone" }).status).toBe(2);
  },
);
