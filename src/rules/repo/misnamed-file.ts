import type { ReadRule } from "../rule.ts";

const EXCEPTIONS = `apiVersion: tierwright/v1
kind: Exceptions
exceptions: []
`;

export const rule: ReadRule = {
  scope: "read",
  id: "repo/misnamed-file",
  severity: "error",
  title: "a file lies under a name that is nearly the one that is read",
  why: "Some files may be absent, so a mistyped name (.yml for .yaml, .txt behind it, another case, the name that the file has on a workstation) is no missing file: what the file says is silently not there. Windows also hides endings and takes both cases for one name.",
  remedy: "Give the file the name that is read.",
  clauses: [],
  fails: { file: "releases/exceptions.yml", with: EXCEPTIONS },
  passes: [
    { file: "releases/exceptions.yaml", with: EXCEPTIONS },
    { file: "releases/notes.txt", with: "ours\n" },
  ],
};
