import type { ReadRule } from "../rule.ts";

export const rule: ReadRule = {
  scope: "read",
  id: "repo/unknown-environment",
  severity: "error",
  title: "an environment is named that does not exist",
  why: "tier.sharedWith excuses two environments from claiming one tier. A name that matches nothing excuses nothing, or excuses whoever takes that name next.",
  remedy: "Name an existing environment, or remove the entry.",
  clauses: ["B4"],
  fails: {
    file: "environments/demo/environment.yaml",
    replace: "  transport: http\n",
    with: "  transport: http\n  sharedWith: [prodction]\n",
  },
  passes: [
    { file: "environments/demo/environment.yaml", replace: "  transport: http\n", with: "  transport: http\n  sharedWith: []\n" },
  ],
};
