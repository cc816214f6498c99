import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

export const lineEnds = defineDiagnostic({
  id: "repo/line-ends",
  severity: "error",
  title: "lines end in a carriage return alone",
  why: "CR alone ended lines on systems of the last century. The grammar allows it, YAML readers do not know it: they take the file for one line.",
  remedy: "Save the file with LF or CRLF line ends.",
  clauses: [],
  message: ({ count }: { /** Number of lines that end in CR alone. */ readonly count: number }) => ({
    message: say`${count === 1 ? say`a line ends` : say`${count} lines end`} in a carriage return alone (CR)`,
    notes: [say`YAML readers do not take it for a line end`],
    help: say`save the file with LF or CRLF line ends`,
  }),
  fails: { file: FILE, replace: "name: demo\n", with: "name: demo\r" },
  passes: [{ file: FILE, replace: "name: demo\n", with: "name: demo\r\n" }],
});
