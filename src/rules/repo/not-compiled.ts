import type { ReadRule } from "../rule.ts";

export const rule: ReadRule = {
  scope: "read",
  id: "repo/not-compiled",
  severity: "error",
  title: "an environment could not be compiled although its YAML is right",
  why: "Every emitted file is decoded again and compared with the model before it is kept. What cannot be rendered or does not read back as meant is not written.",
  remedy:
    "Look at the file that is named: a template of the repository asks for a field that does not exist, or a base file is of an unusual form.",
  clauses: [],
  fails: { file: "templates/workstation-note.md.hbs", with: "{{noSuchField}}\n" },
  passes: [{ file: "templates/workstation-note.md.hbs", with: "# {{title}}: sign in at {{code signIn}}\n" }],
};
