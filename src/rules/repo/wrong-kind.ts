import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/wrong-kind",
  scope: "read",
  severity: "error",
  title: "a value is of the wrong kind",
  why: "A list where one value is expected, or text where true or false is, cannot be taken for what was meant without guessing. YAML 1.2 reads yes, no, on and off as text.",
  remedy: "Write the kind that the message names.",
  clauses: [],
  fails: {
    file: FILE,
    replace: 'fileTransfer: [ "https://plm.example.com:4544" ]',
    with: 'fileTransfer: "https://plm.example.com:4544"',
  },
  passes: [
    {
      file: FILE,
      replace: 'fileTransfer: [ "https://plm.example.com:4544" ]',
      with: "fileTransfer:\n    - https://plm.example.com:4544",
    },
    { file: FILE, replace: 'connector: "2506"', with: "connector: 2506" },
  ],
};
