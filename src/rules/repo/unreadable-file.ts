import type { ReadRule } from "../rule.ts";

export const rule: ReadRule = {
  scope: "read",
  id: "repo/unreadable-file",
  severity: "error",
  title: "a file cannot be read",
  why: "A folder or a device in a file's place, missing rights or a loop of links would otherwise count as 'not there', and the environment would be compiled without it.",
  remedy: "Make it a readable file, or remove it.",
  clauses: [],
  fails: { file: "environments/demo/sso.yaml/file-in-a-folder", with: "" },
  passes: [{ file: "environments/demo/notes/readme.txt", with: "notes lie beside the YAML without harm\n" }],
};
