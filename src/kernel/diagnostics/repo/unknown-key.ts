import { type Wording, defineDiagnostic } from "../../diagnostic/define.ts";
import { orMeant } from "../../diagnostic/nearest.ts";
import { bareValue, joinTexts, listTexts, name, say, type Text, value } from "../../diagnostic/text.ts";
import { yamlScalar } from "../../diagnostic/yaml-scalar.ts";

const FILE = "environments/demo/environment.yaml";

interface Args {
  readonly key: string;
  /** The path of the map that has the unknown key. */
  readonly path: Text;
  readonly known: readonly string[];
  readonly near: string | null;
  /**
   * The place where the unknown key is valid. environment: in each environment.yaml; document: at the top of this document; a list: in the
   * maps of this document with these paths. Null if it is valid nowhere, or if `near` is a similar key.
   */
  readonly homes: "environment" | "document" | readonly string[] | null;
  /**
   * The map of this document to which the unknown key belongs; `line` is the line of that map's key, `own` that of the unknown key. Null if
   * no such map was found.
   */
  readonly home: { readonly path: Text; readonly line: number; readonly own: number; readonly example: string } | null;
  /**
   * For a key without a value whose own keys (`others`) are next to it instead of below it: the outer map, or the document, to which the
   * key belongs. Null for any other key.
   */
  readonly flat: { readonly home: Text; readonly isTop: boolean } | null;
  /** Further keys next to this one: with `home`, those that belong to the same map; with `flat`, those that belong below this key. */
  readonly others: readonly string[];
  /** The number of keys of workstation.set that have no file above them, this one included; 0 for a key of another map. */
  readonly withoutFile: number;
}

/** Returns the words about a properties file's key that is directly below workstation.set, where the name of the file is missing. */
function fileMissing({ key, path, withoutFile }: Args): Wording {
  const [others, shown] = [withoutFile - 1, bareValue(yamlScalar(key))];
  const more = others === 1 ? say`so is 1 further key` : say`so are ${others} further keys`;
  return {
    message: say`${value(key)} is directly below ${path}, where the file that has the key is missing`,
    notes: others > 0 ? [more] : [],
    help: say`write the file above the key: set: { connector: { ${shown}: ... } }, or client or logger in place of connector`,
  };
}

/** Returns the words about a key whose indentation puts it on a wrong level. */
function misplaced({ key, path, home, others }: Args & { readonly home: NonNullable<Args["home"]> }): Wording {
  const more = listTexts(others.map(value));
  return {
    message: say`${value(key)} belongs under ${home.path}, but is a key of ${path}`,
    notes: others.length === 0 ? [] : [others.length === 1 ? say`so does ${more}` : say`so do ${more}`],
    help: say`move line ${home.own}, with the lines below it that belong to it, under line ${home.line}: ${bareValue(home.example)}`,
  };
}

/** Returns the words about a key without a value on a wrong level, next to the keys that belong below it. */
function flattened({ key, path, flat, others }: Args & { readonly flat: NonNullable<Args["flat"]> }): Wording {
  const more = listTexts(others.map(value));
  const column = flat.isTop ? say`the left margin` : say`the column of the other keys of ${flat.home}`;
  return {
    message: say`${value(key)} belongs to ${flat.home}, but is a key of ${path} without a value`,
    notes: [others.length === 1 ? say`${more} next to it belongs below it` : say`${more} next to it belong below it`],
    help: say`move ${value(key)} to ${column}, and start ${more} two columns deeper than it`,
  };
}

function belongs(homes: NonNullable<Args["homes"]>): Text {
  if (homes === "environment") return say`set it in each environment's own environment.yaml`;
  if (homes === "document") return say`it is a key of the document itself: move it, and everything below it, to the left margin`;
  return say`it is a key of ${joinTexts(homes.map(name), " and ")}: move it there`;
}

export const unknownKey = defineDiagnostic({
  id: "repo/unknown-key",
  severity: "error",
  title: "a key is unknown at its place",
  why: "A key that nothing reads silently has no effect. Most are misspelled, or are one level too high or too deep.",
  remedy: "Use the proposed key, or its proposed place. Keys of properties files go below workstation.set.",
  clauses: [],
  message: (found: Args) => {
    const { key, path, known, near, home, homes, flat } = found;
    if (flat !== null) return flattened({ ...found, flat });
    if (found.withoutFile > 0) return fileMissing(found);
    if (home !== null) return misplaced({ ...found, home });
    return {
      message: say`${value(key)} is not a key of ${path}${orMeant(near)}`,
      help: homes === null ? say`known keys: ${joinTexts(known.map(name), ", ")}` : belongs(homes),
    };
  },
  fails: { file: FILE, replace: "  signIn:", with: "  signin:" },
  passes: [
    { file: FILE, replace: "  sessionAgent: none", with: "  sessionAgent: none\n  set: { connector: { AnyKeyAtAll: 1 } }" },
  ],
});
