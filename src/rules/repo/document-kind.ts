import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/document-kind",
  scope: "read",
  severity: "error",
  title: "a document is of another kind than its file name says",
  why: "Each file name of a config repository holds one kind of document. A copied file whose kind was not changed would be read as what it is not.",
  remedy: "Write the kind that belongs to the file name, or move the document.",
  clauses: [],
  fails: { file: FILE, replace: "kind: Environment", with: "kind: Site" },
  passes: [{ file: FILE, replace: "kind: Environment", with: 'kind: "Environment"' }],
};
