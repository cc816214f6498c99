import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pullRequest, step } from "../serve/action/step.ts";
import { git } from "../support/git.ts";
import { cli } from "../support/host.ts";
import { edit } from "../support/repository.ts";
import { Comments } from "./comments.ts";
import { expectFile, readExpected } from "./expected.ts";
import { checkout, MOVES, origin, PRODUCTION, pushed } from "./site.ts";
import { play, readWorkflow } from "./workflow.ts";

/*
 * An engineer moves production to another tier, and forgets half of it; the pull request says so, and may not be merged. The second push
 * moves the rest. What the reviewer reads each time lies below expected/: read it as somebody who has never heard of the tool.
 */

const comments = new Comments();
let site = "";

/** What the pull request shows, without what differs from one clone to the next. */
const told = (text: string, base: string) => `${text.replaceAll(base.slice(0, 12), "<base>").trimEnd()}\n`;

/** The Action, started as GitHub starts it, on the branch merged into main; and the same from a plain command line. */
async function gate(branch: string) {
  const { folder, base } = checkout(site, branch);
  const inputs = { gate: "new", comment: "sticky", token: "t0ken" };
  const found = await step(folder, pullRequest(base), inputs, { GITHUB_API_URL: comments.address });
  const plain = await cli(["plan", "--base", base, "--gate", "new", "--format", "markdown"], { cwd: folder });
  expect(git(folder, "status", "--porcelain")).toBe("");
  return { folder, base, ...found, plain, summary: told(found.summary, base) };
}

/** The job of the workflow that `init` wrote, step by step. */
function job(folder: string, base: string) {
  const { jobs } = readWorkflow(join(folder, ".github/workflows/tierwright.yml"));
  const [first] = Object.values(jobs);
  if (!first) throw new Error("the workflow has no job");
  return play(first, folder, (inner) => (/base.*sha/.test(inner) ? base : /event_name/.test(inner) ? "pull_request" : ""));
}

beforeAll(async () => {
  await comments.listen();
  site = await origin();
}, 60_000);
afterAll(() => comments.close());

describe("[B4] [B7] [B8] [C1] one line of production changes", () => {
  test("the sign-in alone: a half-switch, which may not be merged", async () => {
    pushed(site, "move", (folder) => edit(folder, PRODUCTION, ...MOVES.signIn));
    const { folder, base, code, summary, outputs, log, err, plain } = await gate("move");
    expect({ code, err, errors: outputs.errors, changed: outputs.changed }).toEqual({
      code: 1,
      err: "",
      errors: "1",
      changed: '["production"]',
    });
    expectFile("blocked.md", summary);
    expect(log).toMatch(/^::error title=tier\/half-switch.*,file=environments\/production\/environment\.yaml,line=11,/m);
    expect([plain.code, told(plain.out, base)]).toEqual([1, summary]);
    expect(comments.all.map(({ body }) => told(body, base).replace(/^<!--.*-->\n/, ""))).toEqual([summary]);
    const played = await job(folder, base);
    expect(played.failed).toBe(true);
    expect(played.summary).toContain("❌");
    expect(played.summary).toContain("files would go to another tier than sign-in");
  });

  test("all of it: no blocking findings, and the comment is the same one with other words", async () => {
    pushed(site, "move", (folder) => {
      edit(folder, PRODUCTION, ...MOVES.webClient);
      edit(folder, PRODUCTION, ...MOVES.files);
    });
    const { folder, base, code, summary, outputs, err, plain } = await gate("move");
    expect({ code, err, outputs }).toEqual({
      code: 0,
      err: "",
      outputs: { verdict: "pass", errors: "0", changed: '["production"]' },
    });
    expectFile("fixed.md", summary);
    expect([plain.code, told(plain.out, base)]).toEqual([0, summary]);
    expect(comments.all.map(({ body }) => told(body, base).replace(/^<!--.*-->\n/, ""))).toEqual([summary]);
    expect(comments.asked.map((line) => line.split(" ")[0])).toEqual(["POST", "PATCH"]);
    const played = await job(folder, base);
    expect(played.ran.map(({ run, code: status }) => [run, status])).toEqual(played.ran.map(({ run }) => [run, 0]));
    expect(played.summary).not.toContain("❌");
  });

  test("what a reviewer has to find is in the words of both", () => {
    for (const [name, ...words] of [
      ["blocked.md", "Do not merge", "Why not to merge", "What changes"],
      [
        "blocked.md",
        "TC_SERVER_URL",
        "where the tool signs in",
        `${PRODUCTION}:9 (environment)`,
        "BOOTSTRAP_URLS",
        "restart the tool",
        "1 new",
      ],
      [
        "fixed.md",
        "OK to merge",
        "sign-in and file transfer move together",
        "BOOTSTRAP_URLS",
        `${PRODUCTION}:11 (environment)`,
        "restart the tool",
      ],
    ] as const) {
      const text = readExpected(name);
      for (const word of words) expect(text, name).toContain(word);
    }
  });
});
