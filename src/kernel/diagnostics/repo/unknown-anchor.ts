import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say, value } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

export const unknownAnchor = defineDiagnostic({
  id: "repo/unknown-anchor",
  severity: "error",
  title: "an alias names an anchor that does not exist",
  why: "A value that starts with '*' repeats the anchor of that name further up.",
  remedy: "Correct the anchor's name, or put the value in single quotes if '*' belongs to it.",
  clauses: [],
  message: ({ near }: { /** The name of a similar anchor; null if there is none. */ readonly near: string | null }) => ({
    message: say`a value that starts with '*' is an alias, and no anchor of this name is defined above it`,
    notes: near === null ? [] : [say`there is ${value(`*${near}`)}`],
    help:
      near === null
        ? say`put the value in single quotes if '*' belongs to it`
        : say`write ${value(`*${near}`)}, or put the value in single quotes if '*' belongs to it`,
  }),
  fails: { file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: *everything\n" },
  passes: [{ file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: '*everything'\n" }],
});
