import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, say } from "../../diagnostic/text.ts";
import { withKit } from "./example-kit.ts";

export const extraFile = defineDiagnostic({
  id: "kit/extra-file",
  severity: "error",
  title: "a file lies in the kit that was not locked",
  why: "The lock is the exact set of files. A further jar in the plug-in folder is one that its class loader may take first, and nobody reviewed it.",
  remedy: "Take the file out. When it belongs to the vendor's kit, import the kit again.",
  clauses: ["C6"],
  message: ({ path, lock }: { readonly path: string /** Path of the lock. */; readonly lock: string }) => ({
    message: say`${name(path)} lies in the kit and is not in ${name(lock)}`,
    notes: [say`a bundle holds exactly what was locked, and nobody knows where this file comes from`],
    help: say`take it out of the kit; when the vendor sent it, import the kit again`,
  }),
  fails: withKit({ "plugin/lib/plm-sso-2406.jar": "left over\n" }),
  passes: [withKit()],
});
