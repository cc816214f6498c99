import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/duplicate-key",
  scope: "read",
  severity: "error",
  title: "a key stands twice in one map",
  why: "YAML forbids it and readers differ: most take the last one, some the first, some stop. The value in force would depend on the program.",
  remedy: "Remove one of the two; the message names the line of the first.",
  clauses: [],
  fails: { file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: one\ndescription: two\n" },
  passes: [{ file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: one\n" }],
};
