import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/wrong-value",
  scope: "read",
  severity: "error",
  title: "a value is none of the few that its key has",
  why: "Such keys select a behaviour; no behaviour belongs to another word.",
  remedy: "Write one of the values that the message lists.",
  clauses: [],
  fails: { file: FILE, replace: "authentication: password", with: "authentication: pasword" },
  passes: [{ file: FILE, replace: "authentication: password", with: "authentication: 'password'" }],
};
