import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/too-large",
  scope: "read",
  severity: "error",
  title: "a document is too large to be read",
  why: "A document of a config repository has a few kilobytes. One of more than 4 MiB, or of more than 400,000 words and signs, is another file under its name, and reading it could take the machine's memory.",
  remedy: "Look what the file holds; a kit, a log or an archive belongs elsewhere.",
  clauses: [],
  fails: { file: FILE, with: "# too large\n", repeat: 400_000 },
  passes: [{ file: FILE, replace: "name: demo\n", with: "name: demo\n# a comment\n" }],
};
