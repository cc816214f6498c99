import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, quotedName, say, type Text } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

type Args =
  | { readonly seen: "none"; readonly wanted: string }
  /** `found`: the value, or its kind. */
  | { readonly seen: "other"; readonly wanted: string; readonly found: Text };

export const documentKind = defineDiagnostic({
  id: "repo/document-kind",
  severity: "error",
  title: "a document is of another kind than its file name says",
  why: "Each file name of a config repository holds one kind of document. A copied file whose kind was not changed would be read as what it is not.",
  remedy: "Write the kind that belongs to the file name, or move the document.",
  clauses: [],
  message: (found: Args) =>
    found.seen === "none"
      ? {
          message: say`${quotedName(`kind: ${found.wanted}`)} is missing at the top of the document`,
          help: say`add it as a line of its own`,
        }
      : {
          message: say`a file of this name holds kind ${quotedName(found.wanted)}, and this says ${found.found}`,
          help: say`write kind: ${name(found.wanted)}, or move the document to where its kind belongs`,
        },
  fails: { file: FILE, replace: "kind: Environment", with: "kind: Site" },
  passes: [{ file: FILE, replace: "kind: Environment", with: 'kind: "Environment"' }],
});
