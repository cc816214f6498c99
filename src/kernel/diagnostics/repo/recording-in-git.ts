import { pathspec, shellCommand } from "../../diagnostic/command.ts";
import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, say } from "../../diagnostic/text.ts";

interface Args {
  readonly folder: string;
  /** The state of a recording's folder in git: tracked, or not ignored, so that the next `git add` would add it. */
  readonly seen: "tracked" | "not-ignored";
}

/** The pattern in .gitignore that ignores recordings. */
export const IGNORE_PATTERN = "/environments/*.recording/";

const RECORDING = {
  file: "environments/demo.recording/environment.yaml",
  with: "apiVersion: tierwright/v1\nkind: Environment\nname: demo.recording\nextends: demo\nderivedFrom: demo\n",
};

export const recordingInGit = defineDiagnostic({
  id: "repo/recording-in-git",
  severity: "error",
  title: "a recording is in git, or would be with the next `git add`",
  why: "A recording leads through a relay on one machine. Elsewhere nothing listens at its addresses, and check, plan, bundle and report ignore recordings: in git it would be an environment that nobody reviews.",
  remedy: "Run `git rm -r --cached` on it and let git ignore /environments/*.recording/.",
  clauses: ["B9"],
  message: ({ folder, seen }: Args) => {
    const path = name(`environments/${folder}`);
    return seen === "tracked"
      ? {
          message: say`the recording ${path} is in git`,
          notes: [say`its addresses lead through a relay on one machine, and check, plan, bundle and report ignore it`],
          help: say`${shellCommand`git rm -r --cached -- ${pathspec(`environments/${folder}`)}`}, and write ${name(IGNORE_PATTERN)} into .gitignore`,
        }
      : {
          message: say`git does not ignore the recording ${path}`,
          notes: [say`the next \`git add\` would add it`],
          help: say`write ${name(IGNORE_PATTERN)} into .gitignore`,
        };
  },
  fails: { ...RECORDING, options: { git: true } },
  passes: [{ ...RECORDING, also: [{ file: ".gitignore", with: `${IGNORE_PATTERN}\n` }], options: { git: true } }, RECORDING],
});
