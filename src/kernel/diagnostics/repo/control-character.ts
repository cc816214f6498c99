import { defineDiagnostic } from "../../diagnostic/define.ts";
import { bareValue, say } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

/** `character`: the code point of a control character and, if it has one, its name. */
interface Args {
  readonly character: string;
  /** The form of the control character in the YAML: the character itself, or an escape in double quotes. */
  readonly by: "itself" | "escape";
}

export const controlCharacter = defineDiagnostic({
  id: "repo/control-character",
  severity: "error",
  title: "a document contains a character that no editor shows",
  why: "XML forbids control characters, and they change values in properties files. Marks that turn the direction of text make a reviewer read another line than the program does.",
  remedy: "Delete it. In double quotes \\b, \\a and \\v are control characters: use single quotes for a backslash.",
  clauses: [],
  message: ({ character, by }: Args) =>
    by === "itself"
      ? {
          message: say`the character ${bareValue(character)} is here, which no editor shows`,
          help: say`delete it; it is usually copied from a document, a terminal or a chat`,
        }
      : {
          message: say`an escape in this value writes the character ${bareValue(character)}, which no artifact can hold`,
          help: say`remove the escape; for a backslash use single quotes or write it twice`,
        },
  fails: { file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: be\u0007ll\n" },
  passes: [{ file: FILE, replace: "name: demo\n", with: 'name: demo\ndescription: "f\\u00fcr\\tdich"\n' }],
});
