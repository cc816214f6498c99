import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/too-large",
  scope: "read",
  severity: "error",
  title: "a document is too large to be read",
  why: "A document of a config repository has a few kilobytes. A YAML document of more than 4 MiB or 400,000 words and signs, and a settings or XML file of more than 4 MiB, 100,000 lines or 1 MiB on one line, is another file under its name: reading it could take the machine's memory.",
  remedy: "Look what the file holds; a kit, a log or an archive belongs elsewhere.",
  clauses: [],
  fails: { file: FILE, with: "# too large\n", repeat: 400_000 },
  passes: [{ file: FILE, replace: "name: demo\n", with: "name: demo\n# a comment\n" }],
};
