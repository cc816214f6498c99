import { defineDiagnostic } from "../../diagnostic/define.ts";
import { joinTexts, name, say } from "../../diagnostic/text.ts";

const EXCEPTIONS = `apiVersion: tierwright/v1
kind: Exceptions
exceptions: []
`;

type Args = { readonly file: string } /** `near`: the file's folder can have a file named `wanted`, which is read. */ & (
  | { readonly seen: "near"; readonly wanted: string }
  /** A file whose name is read in another place, at the path `wanted`. */
  | { readonly seen: "elsewhere"; readonly wanted: string }
  /** An environment.yaml or the like directly in environments/: the path where it belongs, and whether that file exists. */
  | { readonly seen: "environment"; readonly wanted: string; readonly there: boolean }
  /** A template that Tierwright does not render: the names of the templates that it renders, and the nearest one. */
  | { readonly seen: "template"; readonly known: readonly string[]; readonly near: string | null }
);

const LOST = say`its content has no effect`;

export const misnamedFile = defineDiagnostic({
  id: "repo/misnamed-file",
  severity: "error",
  title: "a file's name is nearly one that is read",
  why: "Its content silently has no effect. Some files are optional, so a mistyped name (.yml for .yaml, .txt after it, another case, the name that the file has on a workstation) is not a missing file. Windows also hides endings and takes both cases for one name.",
  remedy: "Give the file the name that is read.",
  clauses: [],
  message: (found: Args) => {
    const file = name(found.file);
    if (found.seen === "near")
      return {
        message: say`nothing reads ${file}: the file must be called ${name(found.wanted)}`,
        notes: [LOST],
        help: say`rename it to ${name(found.wanted)}, or give it a clearly different name`,
      };
    if (found.seen === "elsewhere")
      return {
        message: say`nothing reads ${file}: it belongs to ${name(found.wanted)}`,
        notes: [LOST],
        help: say`move it to ${name(found.wanted)}`,
      };
    if (found.seen === "template")
      return {
        message: say`nothing reads ${file}: no file is rendered from a template of that name`,
        notes: [say`there is ${joinTexts(found.known.map(name), ", ")}`, say`nothing of its text reaches a workstation`],
        help: found.near
          ? say`rename it to ${name(found.near)}`
          : say`remove it; keys of the three files are set with workstation.set and with \`writes\` of release.yaml`,
      };
    const counts = found.there ? [say`${name(found.wanted)} is read instead`] : [];
    return {
      message: say`nothing reads ${file}`,
      notes: [say`an environment is a folder below environments/ that holds environment.yaml`, ...counts],
      help: found.there ? say`move its content to ${name(found.wanted)}, and remove it` : say`move it to ${name(found.wanted)}`,
    };
  },
  fails: { file: "releases/exceptions.yml", with: EXCEPTIONS },
  passes: [
    { file: "releases/exceptions.yaml", with: EXCEPTIONS },
    { file: "releases/notes.txt", with: "ours\n" },
  ],
});
