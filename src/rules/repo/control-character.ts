import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/control-character",
  scope: "read",
  severity: "error",
  title: "a character stands in a document that no editor shows",
  why: "Control characters are illegal in XML and change values in properties files; marks that turn the direction of the text make a reviewer read another line than the program does.",
  remedy: "Delete the character. For a backslash use single quotes: in double quotes \\b, \\a and \\v are control characters.",
  clauses: [],
  fails: { file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: be\u0007ll\n" },
  passes: [{ file: FILE, replace: "name: demo\n", with: 'name: demo\ndescription: "f\\u00fcr\\tdich"\n' }],
};
