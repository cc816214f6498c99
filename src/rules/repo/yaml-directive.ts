import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/yaml-directive",
  scope: "read",
  severity: "error",
  title: "a document has a directive other than %YAML 1.2",
  why: "'%YAML 1.1' makes a reader take no, 010 and 22:22 for false, 8 and 1342, and obey '<<'; '%TAG' renames tags. The same lines would mean something else in this file than in all others.",
  remedy: "Remove the line.",
  clauses: [],
  fails: { file: FILE, replace: "apiVersion:", with: "%YAML 1.1\n---\napiVersion:" },
  passes: [{ file: FILE, replace: "apiVersion:", with: "%YAML 1.2\n---\napiVersion:" }],
};
