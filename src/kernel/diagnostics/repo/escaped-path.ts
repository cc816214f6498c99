import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

export const escapedPath = defineDiagnostic({
  id: "repo/escaped-path",
  severity: "error",
  title: "a Windows path in double quotes is read differently from what it looks like",
  why: '"C:\\temp\\new" is C:, a tab, emp, a line feed, ew. In double quotes YAML reads a backslash as the start of an escape, and that directory is never found.',
  remedy: "Put the path in single quotes, or leave the quotes out.",
  clauses: [],
  message: () => ({
    message: say`in double quotes a backslash starts an escape: this is not the path that it looks like`,
    notes: [say`\\t is a tab, \\n a new line, \\P a separator`],
    help: say`put the path in single quotes, where a backslash is a backslash`,
  }),
  fails: { file: FILE, replace: "stagingDir: 'D:\\plm\\staging'", with: 'stagingDir: "D:\\temp\\new"' },
  passes: [
    { file: FILE, replace: "stagingDir: 'D:\\plm\\staging'", with: 'stagingDir: "D:\\\\temp\\\\new"' },
    { file: FILE, replace: "stagingDir: 'D:\\plm\\staging'", with: "stagingDir: D:\\temp\\new" },
  ],
});
