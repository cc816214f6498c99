import type { ReadRule } from "../rule.ts";

export const rule: ReadRule = {
  scope: "read",
  id: "repo/unused-suppression",
  severity: "warning",
  title: "a suppression suppresses nothing",
  why: "A suppression that no longer matches hides the next real fault on its line, and one that never matched was never a decision.",
  remedy: "Remove it, or correct the rule id; a reason is required, and errors, verdicts and secrets cannot be suppressed.",
  clauses: ["A5"],
  fails: {
    file: "environments/demo/environment.yaml",
    replace: "tier:\n",
    with: "# tierwright-ignore kit/vendor-value: decided by the licence team\ntier:\n",
  },
  passes: [
    {
      file: "releases/2506/base/client.properties",
      replace: "Transport=http\n",
      with: "# tierwright-ignore conf/trailing-blank: the vendor ships it so\nTransport=http \n",
    },
  ],
};
