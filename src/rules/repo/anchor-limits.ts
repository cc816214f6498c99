import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/anchor-limits",
  scope: "read",
  severity: "error",
  title: "aliases make a document endless or enormous",
  why: "An alias repeats what its anchor holds, and anchors that hold aliases multiply: a few lines become billions of values. A document may gain 100,000 values and 64 levels by aliases, which no honest one comes near.",
  remedy: "Write the values out, or inherit them by `extends` or `defaults`.",
  clauses: [],
  fails: {
    file: FILE,
    replace: '  fileTransfer: [ "https://plm.example.com:4544" ]',
    with: '  fileTransfer: &list [ "https://plm.example.com:4544", *list ]',
  },
  passes: [
    {
      file: FILE,
      replace: "  hosts: { plm.example.com: 10.20.0.11 }",
      with: "  hosts: { plm.example.com: &a 10.20.0.11, fms.example.com: *a }",
    },
  ],
};
