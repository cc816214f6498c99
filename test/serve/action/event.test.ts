import { describe, expect, test } from "vitest";
import { triggerOf } from "../../../src/serve/action/event.ts";
import { readInputs } from "../../../src/serve/action/inputs.ts";
import { pullRequest } from "./step.ts";

const SHA = "a".repeat(40);

describe("the event", () => {
  test.each([
    ["a pull request", "pull_request", pullRequest(SHA).payload, { base: SHA, fork: false, pullRequest: 7 }],
    ["one of a fork", "pull_request", pullRequest(SHA, "x/site").payload, { base: SHA, fork: true, pullRequest: 7 }],
    [
      "one whose fork is gone",
      "pull_request",
      { pull_request: { number: 7, base: { sha: SHA, repo: { full_name: "a/b" } }, head: { repo: null } } },
      { base: SHA, fork: true, pullRequest: 7 },
    ],
    ["a push", "push", { before: SHA }, { base: SHA, fork: false, pullRequest: null }],
    ["a new branch", "push", { before: "0".repeat(40) }, { base: null, fork: false, pullRequest: null }],
    ["a merge group", "merge_group", { merge_group: { base_sha: SHA } }, { base: SHA, fork: false, pullRequest: null }],
    ["a schedule", "schedule", {}, { base: null, fork: false, pullRequest: null }],
    ["no document", "push", null, { base: null, fork: false, pullRequest: null }],
    ["a base that is an option", "push", { before: "--upload-pack=x" }, { base: null, fork: false, pullRequest: null }],
    ["documents of other shapes", "pull_request", { pull_request: [1] }, { base: null, fork: true, pullRequest: null }],
  ])("%s", (_, name, payload, expected) => {
    expect(triggerOf(name, payload)).toMatchObject(expected);
  });
});

describe("what else an event says", () => {
  test("a pull request names its newest commit, and a push its branch and the default one", () => {
    const { payload } = pullRequest(SHA);
    const head = { ...payload.pull_request.head, sha: "b".repeat(40) };
    expect(triggerOf("pull_request", { pull_request: { ...payload.pull_request, head } }).head).toBe("b".repeat(40));
    expect(triggerOf("pull_request", payload).head).toBeNull();
    const push = (ref: unknown, default_branch: unknown) =>
      triggerOf("push", { before: SHA, ref, repository: { default_branch } });
    expect(push("refs/heads/a/b", "trunk")).toMatchObject({ isPush: true, push: { branch: "a/b", defaultBranch: "trunk" } });
    expect(triggerOf("merge_group", {})).toMatchObject({ isPush: false, push: null });
  });

  test.each([
    ["refs/tags/v1", "main"],
    ["refs/heads/a", "--upload-pack=x"],
    ["refs/heads/a..b", "main"],
    ["refs/heads/a", "x/../y"],
    [1, 2],
  ])("a push of %s with the default branch %s names none", (ref, branch) => {
    expect(triggerOf("push", { before: SHA, ref, repository: { default_branch: branch } }).push).toBeNull();
  });
});

describe("the inputs", () => {
  const given = (inputs: Readonly<Record<string, string>>) => readInputs((name) => inputs[name] ?? "");

  test("all have a default", () => {
    expect(given({})).toEqual({
      command: null,
      environments: [],
      directory: ".",
      base: null,
      failOn: "error",
      gate: "all",
      sarifFile: null,
      comment: "off",
      token: null,
    });
  });

  test("environments stand apart by spaces, commas or lines", () => {
    expect(given({ environments: " a, b\nc  d " }).environments).toEqual(["a", "b", "c", "d"]);
  });

  test.each([
    ["command", "deploy"],
    ["fail-on", "never"],
    ["gate", "none"],
    ["comment", "loud"],
  ])("%s cannot be %s", (name, value) => {
    expect(() => given({ [name]: value })).toThrow(`the input '${name}' cannot be '${value}'`);
  });
});
