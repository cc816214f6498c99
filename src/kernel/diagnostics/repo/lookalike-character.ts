import { defineDiagnostic } from "../../diagnostic/define.ts";
import { bareValue, name, say } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

type Args =
  /** A character in place of a space: its name, and the number of further lines with such a character. */
  | { readonly seen: "space"; readonly character: string; readonly more: number }
  /** Two typographic quotes that enclose a value in place of plain quotes. */
  | { readonly seen: "quotes"; readonly quotes: string };

export const lookalikeCharacter = defineDiagnostic({
  id: "repo/lookalike-character",
  severity: "error",
  title: "a character only looks like a space or a quote",
  why: "To YAML, no-break spaces and typographic quotes are letters. Text processors, web pages and chats put them into copied text: the indentation is lost, or the value contains quotes that no reader expects.",
  remedy: "Type the plain character.",
  clauses: [],
  message: (found: Args) => {
    if (found.seen === "quotes")
      return {
        message: say`the quotes around this value are typographic ones: ${bareValue(found.quotes)}`,
        notes: [say`YAML reads them as part of the value`],
        help: say`type plain quotes, ' or "; text processors and chats insert the others`,
      };
    const { more } = found;
    const others = more === 1 ? say`one more line has such a character` : say`${more} more lines have such a character`;
    return {
      message: say`${name(found.character)} is here instead of a space`,
      notes: [say`to YAML it is a letter`, ...(more === 0 ? [] : [others])],
      help: say`type an ordinary space; such characters are copied from a document, a web page or a chat`,
    };
  },
  fails: { file: FILE, replace: "'D:\\plm\\staging'", with: "\u2018D:\\plm\\staging\u2019" },
  passes: [{ file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: \u201cthe\u00a0tier\u201d of a team\n" }],
});
