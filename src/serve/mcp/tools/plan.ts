import { DIRECTORY } from "../directory.ts";
import type { Tool } from "../tool.ts";

export const tool: Tool = {
  name: "plan",
  title: "Plan a change",
  description:
    "What a change does to the compiled environments, key by key with the YAML line that causes it, findings that are new or gone, and whether it may be merged. Compares the work tree with a base (a commit, a branch, a folder, a bundle, receipts), or two environments with each other. Changes nothing.",
  command: ["plan"],
  parameters: {
    environments: { kind: "words", description: "Environments to compare; all when absent. Not together with from and to." },
    base: {
      kind: "path-or-name",
      option: "base",
      description:
        "What to compare with: a commit, branch or tag, or the path of another state of the repository, of a bundle, or of a folder of receipts. Absent: where the branch left the default branch.",
    },
    from: { kind: "text", option: "from", description: "The environment that is left, together with `to`." },
    to: { kind: "text", option: "to", description: "The environment that is gone to, together with `from`." },
    gate: {
      kind: "choice",
      option: "gate",
      choices: ["all", "new"],
      description:
        "What counts against the change: every finding and closed gate (all, the default), or what the base does not have (new).",
    },
    directory: DIRECTORY,
  },
  outcomes: { 0: "nothing counts against the change", 1: "findings or closed gates count against the change" },
  document: "tierwright/plan/v1",
  narrower: "name fewer environments",
};
