import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/yaml-tab",
  scope: "read",
  severity: "error",
  title: "a tab stands in the indentation",
  why: "YAML is indented by blanks only, because editors differ in how wide a tab is: the nesting would depend on who looks.",
  remedy: "Replace the tab by blanks. Tabs between a value and a comment are fine.",
  clauses: [],
  fails: { file: FILE, replace: '  release: "2506"', with: '\trelease: "2506"' },
  passes: [{ file: FILE, replace: '  release: "2506"', with: '  release: "2506"\t# a tab before a comment' }],
};
