import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/multiple-documents",
  scope: "read",
  severity: "error",
  title: "a file holds more than one document",
  why: "'---' between documents makes two of one file; tools that read the first only would pass the second unchecked.",
  remedy: "Put each document in its own file. One '---' at the top is fine.",
  clauses: [],
  fails: { file: FILE, replace: "authentication: password", with: "---\nauthentication: password" },
  passes: [{ file: FILE, replace: "apiVersion:", with: "---\napiVersion:" }],
};
