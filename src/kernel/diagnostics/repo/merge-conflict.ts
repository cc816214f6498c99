import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

export const mergeConflict = defineDiagnostic({
  id: "repo/merge-conflict",
  severity: "error",
  unread: "file",
  title: "a merge conflict was left in a file",
  why: "A properties file with both versions still loads. Git leaves them between '<<<<<<<' and '>>>>>>>': the later version wins, and the marks become keys.",
  remedy: "Keep the intended lines, and delete the rest with the three lines of marks.",
  clauses: [],
  message: ({ count }: { readonly count: number }) => ({
    message: say`${count === 1 ? say`a merge conflict was` : say`${count} merge conflicts were`} left in this file`,
    notes: [say`it has two versions of the lines between '<<<<<<<' and '>>>>>>>', so nothing in it is reliable`],
    help: say`keep the intended lines and delete the others together with the lines of '<<<<<<<', '=======' and '>>>>>>>'`,
  }),
  fails: {
    file: "releases/2506/base/client.properties",
    replace: "IS_TCCS=false\n",
    with: "<<<<<<< HEAD\nIS_TCCS=false\n=======\nIS_TCCS=true\n>>>>>>> other\n",
  },
  passes: [{ file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: 'below ======= and >>>>>>> nothing'\n" }],
});
