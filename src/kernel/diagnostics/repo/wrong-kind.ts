import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say, type Text, words } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

type Args =
  /** A value of a wrong YAML kind: expected and found kind, and the instruction, whose example can contain the value. */
  | { readonly seen: "value"; readonly path: Text; readonly expected: string; readonly found: string; readonly help: Text }
  /** A tier.members that is a list: a list does not state the sign-in host that the listed hosts belong to. */
  | { readonly seen: "members" };

export const wrongKind = defineDiagnostic({
  id: "repo/wrong-kind",
  severity: "error",
  oncePerPlace: true,
  title: "a value has the wrong kind",
  why: "YAML 1.2 reads yes, no, on and off as text. A list instead of one value, or text instead of true or false, cannot be interpreted without guessing.",
  remedy: "Write the kind that the message names.",
  clauses: [],
  message: (found: Args) =>
    found.seen === "value"
      ? {
          message: say`${found.path} must be ${words(found.expected)}, but this is ${words(found.found)}`,
          help: found.help,
        }
      : {
          message: say`tier.members is a list, which does not show the sign-in host that its hosts belong to`,
          notes: [say`they would be members of any tier that signIn names next, so moving signIn alone would go unnoticed`],
          help: say`write the hosts below the sign-in host that they belong to: members: { plm.example.com: [files.example.com] }`,
        },
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
});
