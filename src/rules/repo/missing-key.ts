import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/missing-key",
  scope: "read",
  severity: "error",
  title: "a key is missing that compiling cannot do without",
  why: "Nothing is assumed for it: a default could send sign-in or files to another tier.",
  remedy: "Add the key. An environment may inherit it from the environment it extends or from `defaults` in site.yaml.",
  clauses: [],
  fails: { file: FILE, replace: 'connector: "2506"\n', with: "" },
  passes: [
    {
      file: FILE,
      replace: 'connector: "2506"\n',
      with: "",
      also: [{ file: "environments/site.yaml", replace: "kind: Site\n", with: 'kind: Site\ndefaults: { connector: "2506" }\n' }],
    },
  ],
};
