import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/empty-document",
  scope: "read",
  severity: "error",
  title: "a document is empty",
  why: "A file that is empty, or holds comments only, is an unfinished or truncated one; to take it for a document without settings would drop everything that it should say.",
  remedy: "Write the document, starting with apiVersion and kind, or remove the file.",
  clauses: [],
  fails: { file: FILE, with: "# to be written\n" },
  passes: [{ file: FILE, replace: "apiVersion:", with: "# a comment at the top\napiVersion:" }],
};
