import { defineDiagnostic } from "../../diagnostic/define.ts";
import { bareValue, name, say } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

type Args =
  /** A character in place of a space: its name, and the number of further lines with such a character. */
  | { readonly seen: "space"; readonly character: string; readonly more: number }
  /** The two typographic quotes around a value. */
  | { readonly seen: "quotes"; readonly quotes: string };

export const lookalikeCharacter = defineDiagnostic({
  id: "repo/lookalike-character",
  severity: "error",
  title: "a character looks like a space or a quote and is neither",
  why: "Text processors, web pages and chats put no-break spaces and typographic quotes into what is copied from them. To YAML they are letters: the indentation is lost, or the value has quotes in it that no reader expects.",
  remedy: "Type the plain character.",
  clauses: [],
  message: (found: Args) => {
    if (found.seen === "quotes")
      return {
        message: say`the quotes around this value are typographic ones: ${bareValue(found.quotes)}`,
        notes: [say`YAML takes them for a part of the value`],
        help: say`type plain quotes, ' or "; a text processor or a chat puts the others in`,
      };
    const { more } = found;
    const others = more === 1 ? say`one more line has such a character` : say`${more} more lines have such a character`;
    return {
      message: say`${name(found.character)} stands here instead of a space`,
      notes: [say`to YAML it is a letter`, ...(more === 0 ? [] : [others])],
      help: say`type an ordinary space; such characters come in by copying from a document, a web page or a chat`,
    };
  },
  fails: { file: FILE, replace: "'D:\\plm\\staging'", with: "\u2018D:\\plm\\staging\u2019" },
  passes: [{ file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: \u201cthe\u00a0tier\u201d of a team\n" }],
});
