import type { ReadRule } from "../rule.ts";
import { withKit } from "./example-kit.ts";

export const rule: ReadRule = {
  scope: "read",
  id: "kit/changed",
  severity: "error",
  title: "a file of the kit is not the one that was locked",
  why: "A bundle installs the kit's files as the vendor shipped them, and the lock is the proof. A file that was changed, lost, or replaced by a link would be installed on every workstation under the name of a release that never had it.",
  remedy:
    "Restore the file from the vendor's archive. When the vendor sent another kit under the same name, import it again: that is a change of the lock, which a reviewer sees.",
  clauses: ["C6"],
  fails: withKit({ "plugin/lib/plm-connector-2506.jar": "other classes\n" }),
  passes: [withKit()],
};
