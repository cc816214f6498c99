import type { ReadRule } from "../rule.ts";
import { withKit } from "./example-kit.ts";

export const rule: ReadRule = {
  scope: "read",
  id: "kit/extra-file",
  severity: "error",
  title: "a file lies in the kit that was not locked",
  why: "The lock is the exact set of files. A further jar in the plug-in folder is one that its class loader may take first, and nobody reviewed it.",
  remedy: "Take the file out. When it belongs to the vendor's kit, import the kit again.",
  clauses: ["C6"],
  fails: withKit({ "plugin/lib/plm-sso-2406.jar": "left over\n" }),
  passes: [withKit()],
};
