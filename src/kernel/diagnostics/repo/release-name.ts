import { shellCommand } from "../../diagnostic/command.ts";
import { defineDiagnostic } from "../../diagnostic/define.ts";
import { yamlScalar } from "../../diagnostic/yaml-scalar.ts";
import { name, quotedName, say } from "../../diagnostic/text.ts";

interface Args {
  /** The file that names another release than its folder: kit.lock.yaml or release.yaml. */
  readonly seen: "lock" | "release";
  readonly found: string;
  /** The release that the folder's name states. */
  readonly release: string;
  /** True if the release that the file names can be the name of a folder. */
  readonly usable: boolean;
}

export const releaseName = defineDiagnostic({
  id: "repo/release-name",
  severity: "error",
  title: "release.yaml names another release than its folder",
  why: "The verdict would be about another release than the installed one. Environments name the folder; the matrix and the certified range name the release.",
  remedy: "Give both the same name.",
  clauses: ["C1"],
  message: ({ seen, found, release, usable }: Args) => {
    if (seen === "lock")
      return {
        message: say`the lock is that of release ${quotedName(found)}, but the folder is releases/${name(release)}`,
        notes: [say`it would prove the content of another kit`],
        help: say`import the kit of ${name(release)} with ${shellCommand`tierwright kit import SOURCE --release ${release}`}`,
      };
    const rename = usable ? say`rename the folder to ${name(found)}, or ` : [];
    return {
      message: say`release is ${quotedName(found)}, but the folder is releases/${name(release)}`,
      notes: [say`environments name the folder, the matrix names the release`],
      help: say`${rename}write release: ${name(yamlScalar(release))}`,
    };
  },
  fails: { file: "releases/2506/release.yaml", replace: 'release: "2506"', with: 'release: "2606"' },
  passes: [{ file: "releases/2506/release.yaml", replace: 'release: "2506"', with: "release: 2506" }],
});
