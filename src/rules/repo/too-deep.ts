import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/too-deep",
  scope: "read",
  severity: "error",
  title: "maps and lists are nested too deep",
  why: "No document needs more than six levels; what is 64 deep is a bracket that was never closed, or was made to exhaust a reader.",
  remedy: "Close the brackets, or write the nesting out.",
  clauses: [],
  fails: { file: FILE, replace: "name: demo\n", with: `name: demo\ndescription: ${"[".repeat(70)}\n` },
  passes: [
    {
      file: FILE,
      replace: "  hosts: { plm.example.com: 10.20.0.11 }",
      with: "  hosts: { plm.example.com: [10.20.0.11, 10.20.0.12] }",
    },
  ],
};
