import type { ReadRule } from "../rule.ts";

export const rule: ReadRule = {
  scope: "read",
  id: "repo/environment-name",
  severity: "error",
  title: "an environment's name cannot be used, or differs from its folder",
  why: "The name becomes a folder of dist/ and part of a bundle's file name, on Windows too: reserved device names, a dot at the end and names that differ only in case fail or overwrite each other there. A name that differs from its folder is the mark of a copy that was not renamed.",
  remedy: "Use a-z, 0-9, '.', '_' and '-', the same in `name` and folder.",
  clauses: ["B5"],
  fails: { file: "environments/demo/environment.yaml", replace: "name: demo", with: "name: production" },
  passes: [{ file: "environments/demo/environment.yaml", replace: "name: demo", with: "name: 'demo'" }],
};
