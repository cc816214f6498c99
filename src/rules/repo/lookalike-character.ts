import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  scope: "read",
  id: "repo/lookalike-character",
  severity: "error",
  title: "a character looks like a blank or a quote and is none",
  why: "Text processors, web pages and chats put no-break spaces and typographic quotes into what is copied from them. To YAML they are letters: the indentation is lost, or the value has quotes in it that no reader expects.",
  remedy: "Type the plain character.",
  clauses: [],
  fails: { file: FILE, replace: "'D:\\plm\\staging'", with: "\u2018D:\\plm\\staging\u2019" },
  passes: [{ file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: \u201cthe\u00a0tier\u201d of a team\n" }],
};
