import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, quotedName, say, type Text } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

type Args =
  | { readonly seen: "none"; readonly wanted: string }
  /** A kind of document other than the wanted one. `found`: the value, or its YAML kind. */
  | { readonly seen: "other"; readonly wanted: string; readonly found: Text };

export const documentKind = defineDiagnostic({
  id: "repo/document-kind",
  severity: "error",
  title: "a document's kind does not match its file name",
  why: "Each file name holds one kind of document. A copied file with an unchanged kind would be misread.",
  remedy: "Write the kind of the file name, or move the document.",
  clauses: [],
  message: (found: Args) =>
    found.seen === "none"
      ? {
          message: say`${quotedName(`kind: ${found.wanted}`)} is missing at the top of the document`,
          help: say`add it as a line of its own`,
        }
      : {
          message: say`a file of this name holds kind ${quotedName(found.wanted)}, but this has ${found.found}`,
          help: say`write kind: ${name(found.wanted)}, or move the document to where its kind belongs`,
        },
  fails: { file: FILE, replace: "kind: Environment", with: "kind: Site" },
  passes: [{ file: FILE, replace: "kind: Environment", with: 'kind: "Environment"' }],
});
