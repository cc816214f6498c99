import type { ReadRule } from "../rule.ts";

export const rule: ReadRule = {
  scope: "read",
  id: "repo/extends",
  severity: "error",
  title: "extends does not name an environment at the root",
  why: "An environment may take what it does not say from one other. One level deep, so that a reviewer finds every value in at most three files: its own, the extended one, and the site's defaults.",
  remedy: "Name an existing environment that extends nothing itself.",
  clauses: ["B5"],
  fails: {
    file: "environments/demo/environment.yaml",
    replace: "authentication: password\n",
    with: "authentication: password\nextends: prodution\n",
  },
  passes: [{ file: "environments/site.yaml", replace: "client:", with: "defaults: { description: shared }\nclient:" }],
};
