import { describe, expect, test } from "vitest";
import { type FoundJson, annotationsOf } from "../../src/action/annotations.ts";
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

describe("annotations", () => {
  const finding = (severity: FoundJson["severity"], line: number | null): FoundJson => ({
    rule: "tier/context-root",
    severity,
    message: "wrong",
    notes: ["because"],
    help: "do",
    environments: ["demo"],
    file: line === null ? null : "environments/a.yaml",
    line,
    column: line,
    endLine: line,
    endColumn: line === null ? null : line + 1,
  });

  test("at most ten of a type, errors first, and the rest is counted", () => {
    const all = [
      ...Array.from({ length: 14 }, () => finding("warning", 2)),
      ...Array.from({ length: 12 }, () => finding("error", 1)),
    ];
    const { shown, leftOut } = annotationsOf(all, "");
    expect(shown.map(({ level }) => level)).toEqual([...Array(10).fill("error"), ...Array(10).fill("warning")]);
    expect(leftOut).toBe(6);
  });

  test("stand on the line below the checkout, with notes and help", () => {
    expect(annotationsOf([finding("info", 3)], "config/").shown).toEqual([
      {
        level: "notice",
        title: "tier/context-root",
        message: "wrong (demo)\nbecause\nhelp: do",
        file: "config/environments/a.yaml",
        startLine: 3,
        endLine: 3,
        startColumn: 3,
        endColumn: 4,
      },
    ]);
    expect(annotationsOf([finding("error", null)], "").shown[0]).not.toHaveProperty("file");
  });
});
