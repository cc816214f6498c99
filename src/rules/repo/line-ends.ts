import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/line-ends",
  scope: "read",
  severity: "error",
  title: "lines end in a carriage return alone",
  why: "CR alone ended lines on systems of the last century. The grammar allows it, YAML readers do not know it: they take the file for one line.",
  remedy: "Save the file with LF or CRLF line ends.",
  clauses: [],
  fails: { file: FILE, replace: "name: demo\n", with: "name: demo\r" },
  passes: [{ file: FILE, replace: "name: demo\n", with: "name: demo\r\n" }],
};
