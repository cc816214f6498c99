import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Comments } from "../../../src/platform/github.ts";
import { commitAll, git } from "../../support/git.ts";
import { edit, exampleRepository, temporaryFolder } from "../../support/repository.ts";
import { action } from "./runner.ts";
import { pullRequest } from "./step.ts";

/* A push whose commit before is in no history any more: what is compared instead, and that it is said. */

const DEMO = "environments/demo/environment.yaml";
const GONE = "d".repeat(40);
const ME = ["-c", "user.name=a", "-c", "user.email=a@example.com"];

/** A clone with a branch that changes one value, and the commit that it left the default branch at. */
function branched(defaultBranch = "main", ...clone: readonly string[]): { folder: string; fork: string } {
  const origin = exampleRepository();
  const fork = commitAll(origin);
  git(origin, "branch", "-m", defaultBranch);
  git(origin, "checkout", "-q", "-b", "topic");
  edit(origin, DEMO, "27000@lic", "27001@lic");
  git(origin, ...ME, "commit", "-qam", "topic");
  git(origin, "checkout", "-q", defaultBranch);
  edit(origin, DEMO, "sessionAgent: none", "sessionAgent: none # later");
  git(origin, ...ME, "commit", "-qam", "later");
  const folder = join(temporaryFolder(), "clone");
  git(origin, "-c", "protocol.file.allow=always", "clone", "-q", ...clone, "-b", "topic", `file://${origin}`, folder);
  return { folder, fork };
}

const pushed = (folder: string, branch: string, defaultBranch: string, inputs = {}, before = GONE) =>
  action(
    folder,
    inputs,
    { GITHUB_EVENT_NAME: "push" },
    { event: () => ({ before, ref: `refs/heads/${branch}`, repository: { default_branch: defaultBranch } }) },
  );
const notes = ({ annotations }: Awaited<ReturnType<typeof action>>) =>
  annotations.flatMap(({ level, title, message }) => (level === "notice" && title === "tierwright" ? [message] : []));

describe("[C4] [B7] a push whose commit before is not in the clone", () => {
  test.each(["main", "trunk"])("is compared with the merge base with %s, which log and summary say", async (branch) => {
    const { folder, fork } = branched(branch);
    const found = await pushed(folder, "topic", branch);
    const words = `the commit before this push, ${GONE.slice(0, 12)}, is not in this clone (a force push replaces it): compared with the merge base with ${branch}, ${fork.slice(0, 12)}`;
    expect([found.failed, found.outputs.changed]).toEqual([null, '["demo"]']);
    expect(found.lines[0]).toContain(`--base=${fork}`);
    expect(notes(found)).toEqual([words]);
    expect(found.summary.split("\n")[0]?.replaceAll(/[`\\]/g, "")).toBe(`> ${words}`);
  });

  test("is compared with the default branch where both have nothing in common", async () => {
    const { folder } = branched();
    const tip = git(folder, "rev-parse", "origin/main").trim();
    git(folder, "checkout", "-q", "--orphan", "alone");
    git(folder, ...ME, "commit", "-qm", "alone");
    const found = await pushed(folder, "alone", "main");
    expect(found.lines[0]).toContain(`--base=${tip}`);
    expect(notes(found)[0]).toContain(`compared with the default branch main, ${tip.slice(0, 12)}`);
  });

  test("to the default branch itself is not compared with itself: everything is checked, which is said", async () => {
    const { folder } = branched();
    git(folder, "checkout", "-q", "main");
    const found = await pushed(folder, "main", "main");
    expect(found.lines[0]?.[0]).toBe("check");
    expect(notes(found)[0]).toMatch(/there is no other branch to compare with: everything is checked, nothing is compared$/);
    const asked = await pushed(folder, "main", "main", { command: "plan" });
    expect(asked.failed).toContain("name a commit with the input 'base'");
    expect([asked.lines, asked.outputs.verdict]).toEqual([[], "error"]);
  });

  test("in a shallow clone ends with the remedy: an ordinary push looks the same there", async () => {
    const { folder } = branched("main", "--depth", "1");
    const found = await pushed(folder, "topic", "main");
    expect(found.failed).toContain("it is shallow, its history ends before it\nset `fetch-depth: 0` for actions/checkout");
    expect([found.lines, found.outputs.verdict]).toEqual([[], "error"]);
  });

  test("is none of that where the commit is there, a base is named, or nothing is compared", async () => {
    const { folder, fork } = branched();
    for (const [inputs, before] of [
      [{}, fork],
      [{ base: "origin/main" }, GONE],
      [{ command: "check" }, GONE],
    ] as const) {
      const found = await pushed(folder, "topic", "main", inputs, before);
      expect([found.failed, notes(found)], JSON.stringify(inputs)).toEqual([null, []]);
      expect(found.summary.startsWith("## ")).toBe(true);
    }
  });
});

test("[C4] a comment says which commit it is about, and is renewed for the next one", async () => {
  const folder = exampleRepository();
  const bodies: string[] = [];
  const comments: Comments = {
    self: async () => "robot",
    page: async (number) => (number === 1 ? bodies.slice(-1).map((body) => ({ id: 1, body, login: "robot" })) : []),
    create: async (body) => void bodies.push(body),
    update: async (_, body) => void bodies.push(body),
  };
  const run = (sha: string | undefined) => {
    const { payload } = pullRequest("a".repeat(40));
    const head = { ...payload.pull_request.head, sha };
    return action(
      folder,
      { comment: "sticky", token: "t", command: "check" },
      { GITHUB_EVENT_NAME: "pull_request" },
      { event: () => ({ pull_request: { ...payload.pull_request, head } }), comments: () => comments },
    );
  };
  for (const sha of ["b".repeat(40), "c".repeat(40), "c".repeat(40)]) await run(sha);
  expect(bodies.map((body) => body.split("\n").at(-2))).toEqual([
    `This is about commit ${"b".repeat(40)}.`,
    `This is about commit ${"c".repeat(40)}.`,
  ]);
});
