import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

export const multipleDocuments = defineDiagnostic({
  id: "repo/multiple-documents",
  severity: "error",
  title: "a file holds more than one document",
  why: "Tools that read only the first would leave the second unchecked. '---' between documents makes two of one file.",
  remedy: "Put each document in its own file. One '---' at the top is fine.",
  clauses: [],
  message: () => ({
    message: say`a second document starts here, and a file holds one`,
    help: say`put each document in its own file`,
  }),
  fails: { file: FILE, replace: "authentication: password", with: "---\nauthentication: password" },
  passes: [{ file: FILE, replace: "apiVersion:", with: "---\napiVersion:" }],
});
