import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/escaped-path",
  scope: "read",
  severity: "error",
  title: "a Windows path in double quotes is not the path that it looks like",
  why: 'In double quotes YAML reads a backslash as the start of an escape: "C:\\temp\\new" is C:, a tab, emp, a line feed, ew. The directory of that name is never found.',
  remedy: "Put the path in single quotes, where a backslash is a backslash, or leave the quotes out.",
  clauses: [],
  fails: { file: FILE, replace: "stagingDir: 'D:\\plm\\staging'", with: 'stagingDir: "D:\\temp\\new"' },
  passes: [
    { file: FILE, replace: "stagingDir: 'D:\\plm\\staging'", with: 'stagingDir: "D:\\\\temp\\\\new"' },
    { file: FILE, replace: "stagingDir: 'D:\\plm\\staging'", with: "stagingDir: D:\\temp\\new" },
  ],
};
