import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say, value } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

export const duplicateKey = defineDiagnostic({
  id: "repo/duplicate-key",
  severity: "error",
  title: "a key stands twice in one map",
  why: "YAML forbids it and readers differ: most take the last one, some the first, some stop. The value in force would depend on the program.",
  remedy: "Remove one of the two; the message names the line of the first.",
  clauses: [],
  message: ({ key, first }: { readonly key: string /** The line of the first occurrence. */; readonly first: number }) => ({
    message: say`the key ${value(key)} stands twice in this map (first on line ${first})`,
    notes: [say`readers differ in which of the two they take`],
    help: say`remove one of the two`,
  }),
  fails: { file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: one\ndescription: two\n" },
  passes: [{ file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: one\n" }],
});
