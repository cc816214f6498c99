import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say, words } from "../../diagnostic/text.ts";

/** `fault`: the reason in words why a file is not compiled, from the template's reader or from the check of the compiled files. */
interface Args {
  readonly seen: "template" | "proof";
  readonly fault: string;
}

export const notCompiled = defineDiagnostic({
  id: "repo/not-compiled",
  severity: "error",
  title: "an environment could not be compiled although its YAML is right",
  why: "Every emitted file is decoded again and compared with the model. What cannot be rendered, or does not read back as intended, is not written.",
  remedy:
    "Check the named file: a template of the repository asks for a field that does not exist, or a base file has an unusual form.",
  clauses: [],
  message: ({ seen, fault }: Args) =>
    seen === "template"
      ? {
          message: words(fault),
          notes: [say`no environment can be compiled with it`],
          help: say`fix it, or remove the file: the built-in template is used then`,
        }
      : {
          message: words(fault),
          help: say`check the named file or template; nothing of this environment was written`,
        },
  fails: { file: "templates/workstation-note.md.hbs", with: "{{noSuchField}}\n" },
  passes: [{ file: "templates/workstation-note.md.hbs", with: "# {{title}}: sign in at {{code signIn}}\n" }],
});
