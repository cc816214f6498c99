import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

export const tooDeep = defineDiagnostic({
  id: "repo/too-deep",
  severity: "error",
  title: "maps and lists are nested too deep",
  why: "No document needs more than six levels. 64 levels come from a bracket that was never closed, or were made to exhaust a reader.",
  remedy: "Close the brackets, or write the nesting out.",
  clauses: [],
  message: ({ most }: { readonly most: number }) => ({
    message: say`maps and lists are nested more than ${most} deep here`,
    notes: [say`reading stopped here`],
    help: say`no document needs more than six levels: is a bracket above never closed?`,
  }),
  fails: { file: FILE, replace: "name: demo\n", with: `name: demo\ndescription: ${"[".repeat(70)}\n` },
  passes: [
    {
      file: FILE,
      replace: "  hosts: { plm.example.com: 10.20.0.11 }",
      with: "  hosts: { plm.example.com: [10.20.0.11, 10.20.0.12] }",
    },
  ],
});
