import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/merge-key",
  scope: "read",
  severity: "error",
  title: "a map uses '<<'",
  why: "The merge key belongs to YAML 1.1 and is not in 1.2: readers differ in whether they obey it, and no finding could name the layer a value came from.",
  remedy: "Inherit by `extends: <environment>` or by `defaults` in site.yaml. An alias for a whole value is fine.",
  clauses: [],
  fails: { file: FILE, replace: "  signIn:", with: "  <<: { transport: http }\n  signIn:" },
  passes: [
    {
      file: FILE,
      replace: "  stagingDir: 'D:\\plm\\staging'\n  importWorkingDir: 'D:\\plm\\import'",
      with: "  stagingDir: &dir 'D:\\plm\\work'\n  importWorkingDir: *dir",
    },
  ],
};
