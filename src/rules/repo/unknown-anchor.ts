import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/unknown-anchor",
  scope: "read",
  severity: "error",
  title: "an alias names an anchor that is not there",
  why: "A value that starts with '*' repeats the value of the anchor of that name further up. Without one there is nothing to repeat.",
  remedy: "Write the anchor's name as it stands, or put the value in single quotes if '*' belongs to it.",
  clauses: [],
  fails: { file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: *everything\n" },
  passes: [{ file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: '*everything'\n" }],
};
