import { defineDiagnostic } from "../../diagnostic/define.ts";
import { joinTexts, name, quotedName, say, type Text } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

type Args =
  | { readonly seen: "none"; readonly wanted: string }
  /** An apiVersion other than the wanted one. `found`: the value, or its YAML kind; `read`: the versions that can be read. */
  | { readonly seen: "other"; readonly wanted: string; readonly found: Text; readonly read: readonly string[] };

export const apiVersion = defineDiagnostic({
  id: "repo/api-version",
  severity: "error",
  title: "this version does not read the document's apiVersion",
  why: "Keys of another apiVersion can have another meaning, so this version's rules do not judge it.",
  remedy: "Write an apiVersion that the message names, or use a tierwright that reads this one.",
  clauses: [],
  message: (found: Args) =>
    found.seen === "none"
      ? {
          message: say`${quotedName(`apiVersion: ${found.wanted}`)} is missing at the top of the document`,
          help: say`add it as a line of its own`,
        }
      : {
          message: say`apiVersion ${found.found} is not read by this version`,
          notes: [say`it reads: ${joinTexts(found.read.map(name), ", ")}`],
          help: say`write ${name(found.wanted)}, or use a version of tierwright that reads it`,
        },
  fails: { file: FILE, replace: "apiVersion: tierwright/v1", with: "apiVersion: tierwright/v2" },
  passes: [{ file: FILE, replace: "apiVersion: tierwright/v1", with: "apiVersion: 'tierwright/v1'" }],
});
