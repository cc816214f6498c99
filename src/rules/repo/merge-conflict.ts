import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  scope: "read",
  id: "repo/merge-conflict",
  severity: "error",
  title: "a merge conflict was left in a file",
  why: "Git leaves both versions of the lines between '<<<<<<<' and '>>>>>>>'. A properties file with them loads all the same: the later version wins, and the signs become keys of their own.",
  remedy: "Keep the lines that are meant, and delete the rest with the three lines of signs.",
  clauses: [],
  fails: {
    file: "releases/2506/base/client.properties",
    replace: "IS_TCCS=false\n",
    with: "<<<<<<< HEAD\nIS_TCCS=false\n=======\nIS_TCCS=true\n>>>>>>> other\n",
  },
  passes: [{ file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: 'below ======= and >>>>>>> nothing'\n" }],
};
