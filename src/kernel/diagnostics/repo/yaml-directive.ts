import { defineDiagnostic } from "../../diagnostic/define.ts";
import { bareValue, say } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

export const yamlDirective = defineDiagnostic({
  id: "repo/yaml-directive",
  severity: "error",
  title: "a document has a directive other than %YAML 1.2",
  why: "'%YAML 1.1' changes what values mean. A reader then takes no, 010 and 22:22 for false, 8 and 1342, and obeys '<<'; '%TAG' renames tags. The same lines would mean something else in this file than in all others.",
  remedy: "Remove the line.",
  clauses: [],
  message: ({ version }: { /** The requested YAML version; null for another directive. */ readonly version: string | null }) => ({
    message: say`this directive ${
      version === null ? say`is not read here` : say`asks for YAML ${bareValue(version)}`
    }: documents are YAML 1.2`,
    notes: version === null ? [] : [say`in 1.1 'no', 010 and 22:22 mean other values`],
    help: say`remove the line; a value that starts with '%' must be quoted`,
  }),
  fails: { file: FILE, replace: "apiVersion:", with: "%YAML 1.1\n---\napiVersion:" },
  passes: [{ file: FILE, replace: "apiVersion:", with: "%YAML 1.2\n---\napiVersion:" }],
});
