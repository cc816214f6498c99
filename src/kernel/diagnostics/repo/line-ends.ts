import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

export const lineEnds = defineDiagnostic({
  id: "repo/line-ends",
  severity: "error",
  title: "lines end in a carriage return alone",
  why: "YAML readers take such a file for one line. The grammar allows a carriage return alone, which ended lines on systems of the last century.",
  remedy: "Save the file with LF or CRLF line ends.",
  clauses: [],
  message: ({ count }: { /** The number of lines that end in CR alone. */ readonly count: number }) => ({
    message: say`${count === 1 ? say`a line ends` : say`${count} lines end`} in a carriage return alone (CR)`,
    notes: [say`YAML readers do not treat it as a line end`],
    help: say`save the file with LF or CRLF line ends`,
  }),
  fails: { file: FILE, replace: "name: demo\n", with: "name: demo\r" },
  passes: [{ file: FILE, replace: "name: demo\n", with: "name: demo\r\n" }],
});
