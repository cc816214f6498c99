import { defineDiagnostic } from "../../diagnostic/define.ts";
import { orMeant } from "../../diagnostic/nearest.ts";
import { joinTexts, quotedName, say, type Text, value, words } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

type Args = { readonly found: string } /** `choice`: not one of the allowed values; `description`: from the schema. */ & (
  | {
      readonly seen: "choice";
      readonly path: Text;
      readonly allowed: readonly string[];
      readonly near: string | null;
      readonly description: string | undefined;
    }
  /** A value of `requires` in site.yaml that is not a range of versions. */
  | { readonly seen: "range" }
);

const choices = (allowed: readonly string[]): Text => {
  const all = allowed.map(quotedName);
  return all.length < 2 ? joinTexts(all, "") : say`${joinTexts(all.slice(0, -1), ", ")} or ${joinTexts(all.slice(-1), "")}`;
};

export const wrongValue = defineDiagnostic({
  id: "repo/wrong-value",
  severity: "error",
  title: "a value is not one of those allowed for its key",
  why: "Such keys select a behaviour; no behaviour belongs to another word.",
  remedy: "Write one of the listed values.",
  clauses: [],
  message: (found: Args) =>
    found.seen === "choice"
      ? {
          message: say`${value(found.found)} is not a value of ${found.path}${orMeant(found.near)}`,
          help: say`write ${choices(found.allowed)}${found.description === undefined ? [] : say`. ${words(found.description)}`}`,
        }
      : {
          message: say`requires ${value(found.found)} is not a range of versions`,
          notes: [say`it is not known which versions can compile this repository`],
          help: say`write one as npm does, for example ">=0.1 <1"`,
        },
  fails: { file: FILE, replace: "authentication: password", with: "authentication: pasword" },
  passes: [{ file: FILE, replace: "authentication: password", with: "authentication: 'password'" }],
});
