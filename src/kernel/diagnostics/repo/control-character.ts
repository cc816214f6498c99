import { defineDiagnostic } from "../../diagnostic/define.ts";
import { bareValue, say } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

/** `character`: code point of the character and, if it has one, its name. */
interface Args {
  readonly character: string;
  /** The form of the character: literal, or written by an escape in double quotes. */
  readonly by: "itself" | "escape";
}

export const controlCharacter = defineDiagnostic({
  id: "repo/control-character",
  severity: "error",
  title: "a character stands in a document that no editor shows",
  why: "Control characters are illegal in XML and change values in properties files; marks that turn the direction of the text make a reviewer read another line than the program does.",
  remedy: "Delete the character. For a backslash use single quotes: in double quotes \\b, \\a and \\v are control characters.",
  clauses: [],
  message: ({ character, by }: Args) =>
    by === "itself"
      ? {
          message: say`the character ${bareValue(character)} stands here, which no editor shows`,
          help: say`delete it; it usually comes in by copying from a document, a terminal or a chat`,
        }
      : {
          message: say`an escape in this value writes the character ${bareValue(character)}, which no artifact may hold`,
          help: say`remove the escape; for a backslash use single quotes or write it twice`,
        },
  fails: { file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: be\u0007ll\n" },
  passes: [{ file: FILE, replace: "name: demo\n", with: 'name: demo\ndescription: "f\\u00fcr\\tdich"\n' }],
});
