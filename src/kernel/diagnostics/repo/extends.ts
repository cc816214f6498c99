import { defineDiagnostic } from "../../diagnostic/define.ts";
import { orMeant } from "../../diagnostic/nearest.ts";
import { listTexts, name, quotedName, say } from "../../diagnostic/text.ts";

type Args =
  | { readonly seen: "itself" }
  | { readonly seen: "unknown"; readonly name: string; readonly near: string | null; readonly all: readonly string[] }
  /** An environment that extends one which itself extends another; `name` is the environment in the middle. */
  | { readonly seen: "second-level"; readonly name: string };

export const wrongExtends = defineDiagnostic({
  id: "repo/extends",
  severity: "error",
  ofNames: true,
  because: ["repo/environment-name", "repo/misnamed-file", "repo/missing-file"],
  title: "the environment that extends names does not exist, or extends another one",
  why: "Extending is one level deep. A reviewer then finds every value in at most three files: the environment's own, the extended one, and the site's defaults.",
  remedy: "Name an existing environment that extends nothing itself.",
  clauses: ["B5"],
  message: (found: Args) => {
    if (found.seen === "itself")
      return {
        message: say`an environment cannot extend itself`,
        help: say`name another environment, or leave \`extends\` out`,
      };
    if (found.seen === "unknown")
      return {
        message: say`extends ${quotedName(found.name)}, and there is no such environment${orMeant(found.near)}`,
        help: say`environments: ${listTexts(found.all.map(name))}`,
      };
    return {
      message: say`${quotedName(found.name)} itself extends another environment`,
      notes: [say`layers go one level deep, so that a reader finds every value in at most three files`],
      help: say`extend the environment at the root, or move what is common to \`defaults\` in site.yaml`,
    };
  },
  fails: {
    file: "environments/demo/environment.yaml",
    replace: "authentication: password\n",
    with: "authentication: password\nextends: prodution\n",
  },
  passes: [{ file: "environments/site.yaml", replace: "client:", with: "defaults: { description: shared }\nclient:" }],
});
