import { describe, expect, test } from "vitest";
import { triggerOf } from "../../src/action/event.ts";
import { readInputs } from "../../src/action/inputs.ts";
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
    expect(triggerOf(name, payload)).toEqual(expected);
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
