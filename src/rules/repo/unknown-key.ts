import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/unknown-key",
  scope: "read",
  severity: "error",
  title: "a key is not known at its place",
  why: "A key that nobody reads is a setting that silently does nothing. Most are misspelled or stand one level too high or too deep.",
  remedy: "Write the key as the message proposes, or check the indentation. Keys of properties files go below workstation.set.",
  clauses: [],
  fails: { file: FILE, replace: "  signIn:", with: "  signin:" },
  passes: [
    { file: FILE, replace: "  sessionAgent: none", with: "  sessionAgent: none\n  set: { connector: { AnyKeyAtAll: 1 } }" },
  ],
};
