import { type Wording, defineDiagnostic } from "../../diagnostic/define.ts";
import { orMeant } from "../../diagnostic/nearest.ts";
import { bareValue, joinTexts, name, say, type Text, value } from "../../diagnostic/text.ts";
import { yamlScalar } from "../../diagnostic/yaml-scalar.ts";

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
  /** The number of keys of workstation.set that have no file above them, this one included; 0 for a key of another map. */
  readonly withoutFile: number;
}

/** Words for a key of a properties file right below workstation.set. */
function fileMissing({ key, path, withoutFile }: Args): Wording {
  const [others, shown] = [withoutFile - 1, bareValue(yamlScalar(key))];
  const more = others === 1 ? say`so is 1 further key` : say`so are ${others} further keys`;
  return {
    message: say`${value(key)} is directly below ${path}, where the file that has the key is missing`,
    notes: others > 0 ? [more] : [],
    help: say`write the file above the key: set: { connector: { ${shown}: ... } }, or client or logger in place of connector`,
  };
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
  message: (found: Args) => {
    const { key, path, known, near, home } = found;
    if (found.withoutFile > 0) return fileMissing(found);
    return {
      message: say`${value(key)} is not a key of ${path}${orMeant(near)}`,
      help: home === null ? say`known keys: ${joinTexts(known.map(name), ", ")}` : belongs(home),
    };
  },
  fails: { file: FILE, replace: "  signIn:", with: "  signin:" },
  passes: [
    { file: FILE, replace: "  sessionAgent: none", with: "  sessionAgent: none\n  set: { connector: { AnyKeyAtAll: 1 } }" },
  ],
});
