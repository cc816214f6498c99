import { defineDiagnostic } from "../../diagnostic/define.ts";
import { joinTexts, listTexts, name, say, type Text, words } from "../../diagnostic/text.ts";
import { adoptExample } from "./example-workstation.ts";

type Args = {
  readonly workstation: string;
  /** Further workstations with an equal fault, which the same option of the command corrects. */
  readonly alike?: readonly string[];
} /** `unread`: a workstation that cannot be read or is refused; `why`: the reasons in words. */ & (
  | { readonly seen: "unread"; readonly why: readonly string[] }
  /**
   * A workstation without a properties file that an environment needs. `by`: the origin of the workstation's files, as a key of `LACKING`.
   */
  | {
      readonly seen: "lacks";
      readonly file: "connector" | "client";
      readonly looked: readonly string[];
      readonly by: keyof typeof LACKING;
    }
  /** A workstation's properties file whose text Java reads differently from a person. */
  | { readonly seen: "text"; readonly file: string }
  | { readonly seen: "release"; readonly releases: readonly string[]; readonly says: string | null }
  | { readonly seen: "tool" }
  | { readonly seen: "several"; readonly folders: readonly string[] }
);

const MOST = 5;

/**
 * The instructions for a missing properties file by the origin of the workstation's files. `connector` and `client`: the given folder has
 * only the other one of the two files.
 */
const LACKING = {
  collected: "see in its notes.txt why; correct that on the workstation, and collect it again (-Install, -ClientFile)",
  elsewhere: "name an archive of deploy.ps1 -Collect, or a folder laid out like the workstation, the drive as a folder (C/...)",
  connector:
    "correct tool.install, connector.folder or connector.conf in environments/site.yaml, or add the file to the folder at that path",
  client: "set client.file in environments/site.yaml to its path on the workstation, or add it to the folder at that path",
};

function some(items: readonly string[]): readonly Text[] {
  const more = items.length > MOST ? [say`and ${items.length - MOST} more`] : [];
  return [...items.slice(0, MOST).map((item) => say`${name(item)}`), ...more];
}

function headline(found: Args): { readonly message: Text; readonly notes?: readonly Text[]; readonly help: Text } {
  switch (found.seen) {
    case "unread":
      return {
        message: say`it cannot be read`,
        notes: some(found.why),
        help: say`collect it again with deploy.ps1 -Collect, or name the intended folder or archive`,
      };
    case "lacks":
      return {
        message: say`the ${words(found.file)} file is not in it`,
        notes: [say`looked for ${joinTexts(found.looked.map(name), ", ")}`],
        help: words(LACKING[found.by]),
      };
    case "text":
      return {
        message: say`Java cannot read the ${words(found.file)} file`,
        notes: [say`a separate finding shows the place; nothing is repaired silently`],
        help: say`correct it on the workstation, or in a copy of its files, and adopt again`,
      };
    case "release": {
      const { says, releases } = found;
      const same = releases.find((release) => says?.startsWith(`${release}.`) && /^[.0]*$/.test(says.slice(release.length)));
      const likely = same === undefined ? say`` : say`; by its number it is ${name(same)}`;
      return {
        message: say`the installed connector release is unknown`,
        notes:
          says === null
            ? []
            : [say`its plugin.xml has version ${name(says)}, which identifies no release of this repository${likely}`],
        help: say`name it with --release R, one of ${joinTexts(releases.map(name), ", ")}`,
      };
    }
    case "tool":
      return {
        message: say`the installed tool is unknown`,
        notes: [say`tool.versionFrom of environments/site.yaml names the file that holds it`],
        help: say`name it with --tool ROW, a row of releases/matrix.yaml`,
      };
    default:
      return {
        message: say`the connector is installed in several folders`,
        notes: some(found.folders),
        help: say`name the tool with --tool ROW, a row of releases/matrix.yaml`,
      };
  }
}

export const unusableWorkstation = defineDiagnostic({
  id: "repo/unusable-workstation",
  severity: "error",
  title: "a workstation's files cannot be adopted",
  why: "An environment is made from a workstation's real files. A damaged archive, a folder without the files, or a file that Java reads differently from what it looks like would make an environment that no workstation ever had.",
  remedy: "Collect the workstation again, or name what is missing; the others are still adopted.",
  clauses: ["B7"],
  message: (found: Args) => {
    const { message, notes = [], help } = headline(found);
    const { workstation, alike = [] } = found;
    if (alike.length === 0) return { message: say`${name(workstation)}: ${message}`, notes, help };
    const all = [workstation, ...alike];
    return {
      message: say`${all.length} workstations: ${message}`,
      notes: [say`the workstations are ${listTexts(all.map(name))}`, ...notes],
      help,
    };
  },
  fails: { ...adoptExample(), also: [] },
  passes: [adoptExample()],
});
