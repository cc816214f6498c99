import { DIRECTORY } from "../directory.ts";
import type { Tool } from "../tool.ts";

export const tool: Tool = {
  name: "plan",
  title: "Plan a change",
  description:
    "Reports what a change does to the compiled environments, key by key with the YAML line that causes it, which findings are new or resolved, and whether it is OK to merge. Compares the work tree with a base (a commit, a branch, a folder, a bundle, receipts), or two environments with each other. Changes nothing.",
  command: ["plan"],
  parameters: {
    environments: { kind: "words", description: "Environments to compare; all when absent. Not together with from and to." },
    base: {
      kind: "path-or-name",
      option: "base",
      description:
        "What to compare with: a commit, branch or tag, or the path of another state of the repository, of a bundle, or of a folder of receipts. Absent: where the branch left the default branch.",
    },
    from: { kind: "text", option: "from", description: "The environment to switch from, together with `to`." },
    to: { kind: "text", option: "to", description: "The environment to switch to, together with `from`." },
    gate: {
      kind: "choice",
      option: "gate",
      choices: ["all", "new"],
      description:
        "What blocks the change: every finding and closed gate (all, the default), or only those that the base does not have (new).",
    },
    directory: DIRECTORY,
  },
  outcomes: { 0: "OK to merge: no blocking findings", 1: "do not merge: blocking findings or closed gates" },
  document: "tierwright/plan/v1",
  narrower: "name fewer environments",
};
