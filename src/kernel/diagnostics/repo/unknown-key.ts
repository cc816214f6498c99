import { defineDiagnostic } from "../../diagnostic/define.ts";
import { orMeant } from "../../diagnostic/nearest.ts";
import { joinTexts, name, say, type Text, value } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

interface Args {
  readonly key: string;
  /** The map that has the unknown key. */
  readonly path: Text;
  readonly known: readonly string[];
  readonly near: string | null;
  /**
   * The place where the unknown key would be valid: in each environment, at the top of this document, or in these maps of it; null if
   * nowhere.
   */
  readonly home: "environment" | "document" | readonly string[] | null;
}

function belongs(home: NonNullable<Args["home"]>): Text {
  if (home === "environment") return say`set it in each environment's own environment.yaml`;
  if (home === "document") return say`it is a key of the document itself: move it, and everything below it, to the left margin`;
  return say`it is a key of ${joinTexts(home.map(name), " and ")}: check the indentation`;
}

export const unknownKey = defineDiagnostic({
  id: "repo/unknown-key",
  severity: "error",
  title: "a key is unknown at its place",
  why: "A key that nothing reads silently has no effect. Most are misspelled, or are one level too high or too deep.",
  remedy: "Use the proposed key, or check the indentation. Keys of properties files go below workstation.set.",
  clauses: [],
  message: ({ key, path, known, near, home }: Args) => ({
    message: say`${value(key)} is not a key of ${path}${orMeant(near)}`,
    help: home === null ? say`known keys: ${joinTexts(known.map(name), ", ")}` : belongs(home),
  }),
  fails: { file: FILE, replace: "  signIn:", with: "  signin:" },
  passes: [
    { file: FILE, replace: "  sessionAgent: none", with: "  sessionAgent: none\n  set: { connector: { AnyKeyAtAll: 1 } }" },
  ],
});
