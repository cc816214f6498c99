import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, say, words } from "../../diagnostic/text.ts";
import { withKit } from "./example-kit.ts";

type Args = { readonly path: string } & (
  | { readonly seen: "missing" }
  | { readonly seen: "unreadable"; readonly why: string }
  /** A changed file of a kit: a Git LFS pointer to a content other than the one in kit.lock.yaml. */
  | { readonly seen: "pointer" }
  | { readonly seen: "bytes" }
  | { readonly seen: "size"; readonly size: number; readonly locked: number }
);

export const changedFile = defineDiagnostic({
  id: "kit/changed",
  severity: "error",
  title: "a file of the kit differs from the lock",
  why: "The lock proves that a bundle installs the vendor's files. A file that was changed, lost, or replaced by a link would be installed on every workstation under the name of a release that never had it.",
  remedy:
    "Restore it from the vendor's archive. If the vendor sent another kit under the same name, import it again: a reviewer sees the changed lock.",
  clauses: ["C6"],
  message: (found: Args) => {
    const path = name(found.path);
    switch (found.seen) {
      case "missing":
        return {
          message: say`${path} is missing in the kit`,
          notes: [say`a plug-in folder without it is not the one that the vendor shipped`],
          help: say`restore it from the vendor's kit, or import the kit again`,
        };
      case "unreadable":
        return {
          message: say`${path} cannot be compared with the lock: ${words(found.why)}`,
          help: say`make it an ordinary, readable file`,
        };
      case "pointer":
        return {
          message: say`${path} is a Git LFS pointer to other bytes than the kit that was locked`,
          notes: [say`fetching it would not bring the vendor's file`],
          help: say`import the kit again, or restore the pointer from the commit that brought the lock`,
        };
      default:
        return {
          message:
            found.seen === "size"
              ? say`${path} has ${found.size} bytes, and the kit that was locked had ${found.locked}`
              : say`${path} has other bytes than the kit that was locked`,
          notes: [say`what a bundle installs would not be what the vendor shipped`],
          help: say`restore the file from the vendor's kit, or import the kit again when the vendor sent another one`,
        };
    }
  },
  fails: withKit({ "plugin/lib/plm-connector-2506.jar": "other classes\n" }),
  passes: [withKit()],
});
