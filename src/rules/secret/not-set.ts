import type { ReadRule } from "../rule.ts";

export const rule: ReadRule = {
  scope: "read",
  id: "secret/not-set",
  severity: "error",
  title: "a secret that the compile needs is not set",
  why: "With --with-secrets the artifacts hold the values themselves. A value that is missing would leave an empty or half-written setting on a server.",
  remedy:
    "Set the variable, write the file or mend the program that the reference names; `tierwright secrets check` lists them all without showing one.",
  clauses: [],
  fails: {
    file: "environments/demo/environment.yaml",
    replace: "  sessionAgent: none\n",
    with: "  sessionAgent: none\n  set: { connector: { SteretypeNameTrucationLimit: { env: TIERWRIGHT_EXAMPLE_NOT_SET } } }\n",
    options: { withSecrets: true },
  },
  passes: [
    {
      file: "environments/demo/environment.yaml",
      replace: "  sessionAgent: none\n",
      with: "  sessionAgent: none\n  set: { connector: { SteretypeNameTrucationLimit: { env: TIERWRIGHT_EXAMPLE_NOT_SET } } }\n",
    },
  ],
};
