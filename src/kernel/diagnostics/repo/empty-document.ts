import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

export const emptyDocument = defineDiagnostic({
  id: "repo/empty-document",
  severity: "error",
  title: "a document is empty",
  why: "An empty file is unfinished or truncated. To read it (or comments alone) as a document without settings would drop everything that it should hold.",
  remedy: "Write the document, starting with apiVersion and kind, or remove the file.",
  clauses: [],
  message: () => ({
    message: say`the document is empty`,
    help: say`start it with \`apiVersion: tierwright/v1\` and its kind, or remove the file`,
  }),
  fails: { file: FILE, with: "# to be written\n" },
  passes: [{ file: FILE, replace: "apiVersion:", with: "# a comment at the top\napiVersion:" }],
});
