import { shellCommand } from "../../diagnostic/command.ts";
import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, say } from "../../diagnostic/text.ts";
import { LOCK, RELEASE } from "./example-kit.ts";

/** `lock`: the path of the kit's kit.lock.yaml, whether it exists or not. */
type Args = { readonly lock: string } & (
  | { readonly seen: "no-lock"; readonly release: string }
  /** A path in `kit` of release.yaml that kit.lock.yaml does not list; null if it leads out of the kit. */
  | { readonly seen: "path"; readonly field: string; readonly path: string | null }
);

export const notLocked = defineDiagnostic({
  id: "kit/not-locked",
  severity: "warning",
  title: "a kit, or a file that release.yaml names in it, is not in a lock",
  why: "Without kit.lock.yaml nothing proves the kit. It records the archive that the kit came in and every file with its size and hash: a changed jar or a hand-edited base file would look like the vendor's, and the Java that the jars need is unknown.",
  remedy:
    "Import the vendor's kit: that writes base/ and kit.lock.yaml. A path of `kit` in release.yaml that the lock lacks is misspelled or of another release.",
  clauses: ["C6"],
  message: (found: Args) => {
    if (found.seen === "no-lock") {
      const release = name(found.release);
      return {
        message: say`release ${release} has no ${name(found.lock)}`,
        notes: [
          say`it is unknown whether base/ and the kit are what the vendor sent, and which Java its jars need`,
          say`no bundle can be built from it`,
        ],
        help: say`import the vendor's kit with ${shellCommand`tierwright kit import SOURCE --release ${found.release}`}`,
      };
    }
    const field = name(`kit.${found.field}`);
    return {
      message:
        found.path === null
          ? say`${field} points outside the kit`
          : say`${field} is ${name(found.path)}, and ${name(found.lock)} has no such file`,
      notes: [say`its content cannot be proven`],
      help: say`correct the path, or import the kit again with --force`,
    };
  },
  fails: {
    file: RELEASE,
    replace: "profile: plugin/lib/PLM_Profile.mdzip }",
    with: "profile: plugin/lib/PLM_Profile.mdzip, mapping: plugin/mapping.xml }",
  },
  passes: [
    {
      file: RELEASE,
      replace: "profile: plugin/lib/PLM_Profile.mdzip }",
      with: "profile: plugin/lib/PLM_Profile.mdzip, mapping: plugin/mapping.xml }",
      also: [
        {
          file: LOCK,
          replace: "files:\n",
          with: `files:\n  - { path: plugin/mapping.xml, size: 1, sha256: "${"0".repeat(64)}" }\n`,
        },
      ],
    },
  ],
});
