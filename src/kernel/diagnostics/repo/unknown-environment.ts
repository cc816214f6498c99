import { defineDiagnostic } from "../../diagnostic/define.ts";
import { orMeant } from "../../diagnostic/nearest.ts";
import { listed, name, quotedName, say } from "../../diagnostic/text.ts";

interface Args {
  readonly name: string;
  readonly near: string | null;
  readonly all: readonly string[];
}

export const unknownEnvironment = defineDiagnostic({
  id: "repo/unknown-environment",
  severity: "error",
  ofNames: true,
  because: ["repo/environment-name", "repo/misnamed-file", "repo/missing-file"],
  title: "an environment is named that does not exist",
  why: "tier.sharedWith excuses two environments from claiming one tier. A name that matches nothing excuses nothing, or excuses whoever takes that name next.",
  remedy: "Name an existing environment, or remove the entry.",
  clauses: ["B4"],
  message: ({ name: found, near, all }: Args) => ({
    message: say`sharedWith names ${quotedName(found)}, and there is no such environment${orMeant(near)}`,
    help: say`environments: ${listed(all.map(name))}`,
  }),
  fails: {
    file: "environments/demo/environment.yaml",
    replace: "  transport: http\n",
    with: "  transport: http\n  sharedWith: [prodction]\n",
  },
  passes: [
    { file: "environments/demo/environment.yaml", replace: "  transport: http\n", with: "  transport: http\n  sharedWith: []\n" },
  ],
});
