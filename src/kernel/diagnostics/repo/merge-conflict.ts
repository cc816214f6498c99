import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

export const mergeConflict = defineDiagnostic({
  id: "repo/merge-conflict",
  severity: "error",
  unread: "file",
  title: "a merge conflict was left in a file",
  why: "Git leaves both versions of the lines between '<<<<<<<' and '>>>>>>>'. A properties file with them loads all the same: the later version wins, and the signs become keys of their own.",
  remedy: "Keep the lines that are meant, and delete the rest with the three lines of signs.",
  clauses: [],
  message: ({ count }: { readonly count: number }) => ({
    message: say`${count === 1 ? say`a merge conflict was` : say`${count} merge conflicts were`} left in this file`,
    notes: [say`between '<<<<<<<' and '>>>>>>>' stand two versions of the same lines, and nothing of the file can be relied on`],
    help: say`keep the lines that are meant and delete the others together with the lines of '<<<<<<<', '=======' and '>>>>>>>'`,
  }),
  fails: {
    file: "releases/2506/base/client.properties",
    replace: "IS_TCCS=false\n",
    with: "<<<<<<< HEAD\nIS_TCCS=false\n=======\nIS_TCCS=true\n>>>>>>> other\n",
  },
  passes: [{ file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: 'below ======= and >>>>>>> nothing'\n" }],
});
