import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

export const yamlTab = defineDiagnostic({
  id: "repo/yaml-tab",
  severity: "error",
  title: "a tab stands in the indentation",
  why: "YAML is indented by spaces only, because editors differ in how wide a tab is: the nesting would depend on who looks.",
  remedy: "Replace the tab by spaces. Tabs between a value and a comment are fine.",
  clauses: [],
  message: () => ({
    message: say`a tab stands in the indentation; YAML is indented by spaces only`,
    help: say`replace it by spaces, and let the editor insert spaces for the tab key`,
  }),
  fails: { file: FILE, replace: '  release: "2506"', with: '\trelease: "2506"' },
  passes: [{ file: FILE, replace: '  release: "2506"', with: '  release: "2506"\t# a tab before a comment' }],
});
