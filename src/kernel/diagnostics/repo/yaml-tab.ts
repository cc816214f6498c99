import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

export const yamlTab = defineDiagnostic({
  id: "repo/yaml-tab",
  severity: "error",
  title: "the indentation contains a tab",
  why: "Editors differ in how wide a tab is, so YAML is indented with spaces only: the nesting would depend on the reader.",
  remedy: "Replace the tab with spaces. Tabs between a value and a comment are fine.",
  clauses: [],
  message: () => ({
    message: say`the indentation contains a tab; YAML is indented with spaces only`,
    help: say`replace it with spaces, and let the editor insert spaces for the tab key`,
  }),
  fails: { file: FILE, replace: '  release: "2506"', with: '\trelease: "2506"' },
  passes: [{ file: FILE, replace: '  release: "2506"', with: '  release: "2506"\t# a tab before a comment' }],
});
