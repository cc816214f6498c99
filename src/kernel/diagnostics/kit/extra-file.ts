import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, say } from "../../diagnostic/text.ts";
import { withKit } from "./example-kit.ts";

export const extraFile = defineDiagnostic({
  id: "kit/extra-file",
  severity: "error",
  title: "a file of the kit is not in the lock",
  why: "The lock is the exact set of files. The class loader could take a further jar in the plug-in folder first, and nobody reviewed it.",
  remedy: "Remove it, or import the kit again if it is the vendor's.",
  clauses: ["C6"],
  message: ({ path, lock }: { readonly path: string /** The path of the kit's lock. */; readonly lock: string }) => ({
    message: say`${name(path)} is in the kit, but not in ${name(lock)}`,
    notes: [say`a bundle holds exactly what was locked, and the origin of this file is unknown`],
    help: say`remove it from the kit; if the vendor sent it, import the kit again`,
  }),
  fails: withKit({ "plugin/lib/plm-sso-2406.jar": "left over\n" }),
  passes: [withKit()],
});
