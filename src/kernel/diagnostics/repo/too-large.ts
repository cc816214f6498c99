import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, say, words } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

type Args =
  /** A file that is too large; its size in bytes. */
  | { readonly seen: "bytes"; readonly file: string; readonly size: number }
  /** A YAML document with too many tokens; `most` is the greatest allowed number. */
  | { readonly seen: "tokens"; readonly most: number }
  | { readonly seen: "lines"; readonly file: string; readonly count: number; readonly most: number }
  /** A file with a line that is too long; `count` and `most` are in bytes. */
  | { readonly seen: "line"; readonly file: string; readonly line: number; readonly count: number; readonly most: number };

const sizeOf = (bytes: number) =>
  bytes < 1024 * 1024 ? say`${Math.ceil(bytes / 1024)} KiB` : say`${words((bytes / 1024 / 1024).toFixed(1))} MiB`;

const NOT_READ = say`the file was not read`;
const LOOK = say`check its content: a log, a kit or another kind of file could have been saved under this name`;

export const tooLarge = defineDiagnostic({
  id: "repo/too-large",
  severity: "error",
  title: "a document is too large to be read",
  why: "It is another file under its name. A config document has a few kilobytes; a YAML document of more than 4 MiB or 400,000 tokens, and a settings or XML file of more than 4 MiB, 100,000 lines or 1 MiB on one line, could take the machine's memory.",
  remedy: "Check its content; a kit, a log or an archive belongs elsewhere.",
  clauses: [],
  message: (found: Args) => {
    if (found.seen === "tokens")
      return {
        message: say`the document has more than ${found.most} words and signs`,
        notes: [say`it was read up to here`],
        help: say`a document of a config repository has a few thousand; is this another file under its name?`,
      };
    const file = name(found.file);
    if (found.seen === "bytes")
      return {
        message: say`${file} has ${sizeOf(found.size)}; a configuration file has at most 4 MiB`,
        notes: [NOT_READ],
        help: LOOK,
      };
    if (found.seen === "lines")
      return {
        message: say`${file} has ${found.count} lines; a settings or XML file has at most ${found.most}`,
        notes: [NOT_READ],
        help: LOOK,
      };
    return {
      message: say`line ${found.line} of ${file} has ${found.count} bytes`,
      notes: [say`a line of a settings or XML file has at most ${found.most}`, NOT_READ],
      help: LOOK,
    };
  },
  fails: { file: FILE, with: "# too large\n", repeat: 400_000 },
  passes: [{ file: FILE, replace: "name: demo\n", with: "name: demo\n# a comment\n" }],
});
