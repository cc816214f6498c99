import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/yaml-syntax",
  scope: "read",
  severity: "error",
  title: "a document is not YAML 1.2",
  why: "A text that breaks the grammar has no meaning to agree on: one reader stops, another guesses. Nothing of such a file is used, and what hangs on it is not compiled.",
  remedy:
    "Mend what the message says, first fault first: one slip often makes what follows look wrong. Quote values that hold ': ', ' #' or start with a sign.",
  clauses: [],
  fails: { file: FILE, replace: "tool: 2024x Refresh3", with: 'tool: "2024x Refresh3' },
  passes: [
    { file: FILE, replace: "tool: 2024x Refresh3", with: 'tool: "2024x Refresh3"' },
    { file: FILE, replace: "authentication: password", with: "authentication:\n  password" },
  ],
};
