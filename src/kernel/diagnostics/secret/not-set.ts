import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say, words } from "../../diagnostic/text.ts";

export const notSet = defineDiagnostic({
  id: "secret/not-set",
  severity: "error",
  title: "a secret that the compile needs is not available",
  why: "With --with-secrets the artifacts hold the values themselves. A missing value would leave an empty or half-written setting on a server.",
  remedy:
    "Set the variable, write the file or fix the program of the reference; `tierwright secrets check` lists them without showing one.",
  clauses: [],
  message: ({ fault }: { /** The reason, in words that contain no part of the secret. */ readonly fault: string }) => ({
    message: say`the secret is not available: ${words(fault)}`,
    help: say`set it at the place that the reference names, or compile without --with-secrets: the files then hold a placeholder`,
  }),
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
});
