import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, say, words } from "../../diagnostic/text.ts";

interface Args {
  readonly path: string;
  readonly is: "file" | "folder";
  /** The system's error for the unreadable file, in words. */
  readonly why: string;
}

export const unreadableFile = defineDiagnostic({
  id: "repo/unreadable-file",
  severity: "error",
  title: "a file cannot be read",
  why: "It would otherwise be treated as missing. That holds for a folder or a device in a file's place, missing rights or a loop of links; the environment would be compiled without the file.",
  remedy: "Make it a readable file, or remove it.",
  clauses: [],
  message: ({ path, is, why }: Args) =>
    is === "folder"
      ? {
          message: say`the folder ${name(path)} cannot be read: ${words(why)}`,
          help: say`make it a readable folder`,
        }
      : {
          message: say`${name(path)} cannot be read: ${words(why)}`,
          help: say`make it a readable file`,
        },
  fails: { file: "environments/demo/sso.yaml/file-in-a-folder", with: "" },
  passes: [{ file: "environments/demo/notes/readme.txt", with: "notes next to the YAML do no harm\n" }],
});
