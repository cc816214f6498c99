import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

export const mergeKey = defineDiagnostic({
  id: "repo/merge-key",
  severity: "error",
  title: "a map uses '<<'",
  why: "The merge key is not in YAML 1.2. Readers differ in whether they obey it, and no finding could name the layer of a value.",
  remedy: "Use `extends: <environment>` or `defaults` in site.yaml. An alias for a whole value is fine.",
  clauses: [],
  message: () => ({
    message: say`'<<' (merge) is not part of YAML 1.2 and is not read here`,
    help: say`inherit by \`extends: <environment>\` or by \`defaults\` in site.yaml, which \`why\` can name as the layer`,
  }),
  fails: { file: FILE, replace: "  signIn:", with: "  <<: { transport: http }\n  signIn:" },
  passes: [
    {
      file: FILE,
      replace: "  stagingDir: 'D:\\plm\\staging'\n  importWorkingDir: 'D:\\plm\\import'",
      with: "  stagingDir: &dir 'D:\\plm\\work'\n  importWorkingDir: *dir",
    },
  ],
});
