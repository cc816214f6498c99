import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/null-value",
  scope: "read",
  severity: "error",
  title: "a value is empty or null",
  why: "'key:' with nothing behind it is null in YAML, and may have been meant as empty text, as nothing, or be unfinished. An empty value in a properties file does something else than an absent key, so it is not guessed.",
  remedy: "Write a value, '' for empty text, [] or {} for none, or leave the key out.",
  clauses: [],
  fails: { file: FILE, replace: "  sessionAgent: none", with: "  sessionAgent:" },
  passes: [
    { file: FILE, replace: "  sessionAgent: none", with: "  sessionAgent: none\n  keep: []" },
    { file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: 'null'\n" },
  ],
};
