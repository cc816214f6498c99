import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { builtCli } from "../cli/built.ts";
import { read } from "../house/project.ts";
import { temporaryFolder, writeFiles } from "../support/repository.ts";
import { exampleRepository, edit } from "../support/repository.ts";
import { fakeGh, type Issue } from "../workflows/fake-gh.ts";
import { readWorkflow } from "../workflows/files.ts";
import { play } from "../workflows/play.ts";

/* The steps of scheduled.yml, played with a `gh` that keeps its issues in a file. */

const workflow = readWorkflow(read(".github/workflows/scheduled.yml"));
const BOT = "github-actions[bot]";
const MARK = "<!-- tierwright: two weeks ahead -->";
const EXCEPTIONS = "releases/exceptions.yaml";
const PLANNED = '"2506": P, "2606": P';

let build = "";
beforeAll(async () => {
  build = dirname(await builtCli());
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const exceptions = (days: number) => `apiVersion: tierwright/v1
kind: Exceptions
exceptions:
  - { tool: 2024x Refresh3, connector: "2506", verdict: P, environments: [demo], reason: trial, owner: plm-team, until: ${inDays(days)} }
`;

/** A repository whose exception ends in so many days, with issues that others have opened. */
function scene(days: number) {
  const cwd = exampleRepository({ [EXCEPTIONS]: exceptions(days) });
  edit(cwd, "releases/matrix.yaml", '"2506": A, "2606": P', PLANNED);
  symlinkSync(build, join(cwd, "build"));
  const gh = fakeGh(temporaryFolder());
  const other = (number: number, given: Partial<Issue> = {}): Issue => ({
    number,
    title: "x",
    body: null,
    state: "open",
    login: BOT,
    comments: [],
    ...given,
  });
  // a stranger's with the same mark, a pull request of the same account with it, and more than a page of its own issues
  const others = [
    other(1, { login: "stranger", body: `${MARK}\nclose me` }),
    other(2, { body: MARK, pull_request: {} }),
    ...Array.from({ length: 120 }, (_, i) => other(i + 3, { body: `> ${MARK}` })),
  ];
  gh.save({ issues: others, calls: [], releases: [] });
  const run = () =>
    play(workflow, workflow.jobs.ahead as never, {
      cwd,
      bin: gh.bin,
      env: gh.env,
      known: { "github.token": "t0ken" },
      uses: { "actions/checkout": () => 0, "actions/setup-node": () => 0 },
      without: ["npm ci"],
    });
  const own = () => gh.read().issues.slice(others.length);
  const untouched = () => expect(gh.read().issues.slice(0, others.length)).toEqual(others);
  const writes = () => gh.read().calls.filter((call) => call.includes("--method")).length;
  return { cwd, gh, run, own, untouched, writes };
}

describe("[C4] the one issue of the look ahead", () => {
  test("nothing ends: the run is green and nothing is written", async () => {
    const { run, own, untouched, writes } = scene(60);
    const found = await run();
    expect([found.ok, found.log, writes(), own()]).toEqual([true, "", 0, []]);
    expect(found.summary).toContain("tierwright check passed");
    untouched();
  });

  test("it is opened, renewed in its place, closed when clean, and opened again: never a second one", async () => {
    const { cwd, gh, run, own, untouched } = scene(10);
    const opened = await run();
    expect([opened.ok, opened.log]).toEqual([true, ""]);
    expect(own()).toMatchObject([{ number: 123, state: "open", title: "Within two weeks something ends", comments: [] }]);
    expect(own()[0]?.body).toMatch(new RegExp(`^${MARK}\nAs of two weeks ahead:\n\n## ❌ tierwright check failed\n`));
    expect(own()[0]?.body).toContain("compat/exception-expired");
    expect(opened.summary).toContain("compat/exception-expired");

    writeFiles(cwd, { [EXCEPTIONS]: exceptions(9) });
    expect((await run()).ok).toBe(true);
    expect(own()).toHaveLength(1);
    expect(own()[0]?.body).toContain(inDays(9));

    writeFiles(cwd, { [EXCEPTIONS]: exceptions(90) });
    expect((await run()).ok).toBe(true);
    expect(own()).toMatchObject([
      { state: "closed", state_reason: "completed", comments: ["Nothing ends within two weeks any more."] },
    ]);
    expect((await run()).ok).toBe(true);
    expect(own()[0]?.comments).toHaveLength(1);

    writeFiles(cwd, { [EXCEPTIONS]: exceptions(5) });
    expect((await run()).ok).toBe(true);
    expect(own()).toMatchObject([{ number: 123, state: "open" }]);
    // and where somebody closed it by hand while it is still true
    gh.save({
      ...gh.read(),
      issues: gh.read().issues.map((issue) => (issue.number === 123 ? { ...issue, state: "closed" } : issue)),
    });
    expect((await run()).ok).toBe(true);
    expect(own()).toMatchObject([{ number: 123, state: "open" }]);
    untouched();
  });

  test("what cannot be read is red, and closes and opens nothing", async () => {
    const { cwd, run, own, untouched, writes } = scene(10);
    expect((await run()).ok).toBe(true);
    const before = [own(), writes()];
    mkdirSync(join(cwd, "elsewhere"));
    const { renameSync } = await import("node:fs");
    renameSync(join(cwd, "environments"), join(cwd, "elsewhere/environments"));
    const found = await run();
    expect([found.ok, found.ran.at(-1)]).toEqual([false, "Check"]);
    expect(found.log).toContain("tierwright: ");
    expect([own(), writes()]).toEqual(before);
    untouched();
  });

  test("a server that does not answer is red: nothing is opened because nothing could be found", async () => {
    const { gh, run, own } = scene(10);
    gh.save({ ...gh.read(), down: true });
    const found = await run();
    expect([found.ok, found.ran.at(-1), own()]).toEqual([false, "Keep one issue", []]);
    expect(found.log).toContain("HTTP 502");
  });

  test("more findings than an issue has room for are cut, and it says so", async () => {
    const { cwd, run, own } = scene(10);
    const keys = Array.from({ length: 600 }, (_, i) => `      KEY_${i}: "1"\n`).join("");
    edit(cwd, "environments/demo/environment.yaml", "workstation:\n", `workstation:\n  set:\n    connector:\n${keys}`);
    const found = await run();
    expect([found.ok, found.log]).toEqual([true, ""]);
    expect(own()[0]?.body?.length).toBeGreaterThan(20_000);
    expect(own()[0]?.body).toContain("more, not shown here: there was no room");
  });
});
