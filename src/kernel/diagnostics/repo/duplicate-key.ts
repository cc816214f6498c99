import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say, value } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

export const duplicateKey = defineDiagnostic({
  id: "repo/duplicate-key",
  severity: "error",
  title: "a key appears twice in one map",
  why: "YAML forbids it, and readers differ. Most take the last one, some the first, some stop: the value would depend on the program.",
  remedy: "Remove one of the two; the message names the first one's line.",
  clauses: [],
  message: ({ key, first }: { readonly key: string /** The line of the key's first occurrence. */; readonly first: number }) => ({
    message: say`the key ${value(key)} appears twice in this map (first on line ${first})`,
    notes: [say`readers differ in which of the two they take`],
    help: say`remove one of the two`,
  }),
  fails: { file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: one\ndescription: two\n" },
  passes: [{ file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: one\n" }],
});
