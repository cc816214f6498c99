import { defineDiagnostic } from "../../diagnostic/define.ts";
import { orMeant } from "../../diagnostic/nearest.ts";
import { listTexts, name, quotedName, say } from "../../diagnostic/text.ts";

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
  title: "a named environment does not exist",
  why: "tier.sharedWith lets two environments use one tier. A name that matches nothing allows nothing, or allows whichever environment takes that name next.",
  remedy: "Name an existing environment, or remove the entry.",
  clauses: ["B4"],
  message: ({ name: found, near, all }: Args) => ({
    message: say`sharedWith names ${quotedName(found)}, and there is no such environment${orMeant(near)}`,
    help: say`environments: ${listTexts(all.map(name))}`,
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
