import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

export const yamlTag = defineDiagnostic({
  id: "repo/yaml-tag",
  severity: "error",
  title: "a value has a tag that is not read",
  why: "A word that starts with '!' is a tag. Readers that do not know it drop it, so '!secret x' would become x.",
  remedy: "Remove it, or put the value in single quotes if '!' belongs to it. A secret is written { env: NAME }.",
  clauses: [],
  message: () => ({
    message: say`a value that starts with '!' is a tag, and this tag is not read here`,
    help: say`remove it, or put the value in single quotes if '!' belongs to it`,
  }),
  fails: { file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: !important first\n" },
  passes: [
    { file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: '!important first'\n" },
    { file: FILE, replace: '  release: "2506"', with: "  release: !!str 2506" },
  ],
});
