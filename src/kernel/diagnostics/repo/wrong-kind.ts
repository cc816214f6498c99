import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say, type Text, words } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

type Args =
  /** Expected and found kind, and how to write the value, in words of the schema; never the value itself. */
  | { readonly seen: "value"; readonly path: Text; readonly expected: string; readonly found: string; readonly help: string }
  /** tier.members is a list. */
  | { readonly seen: "members" };

export const wrongKind = defineDiagnostic({
  id: "repo/wrong-kind",
  severity: "error",
  oncePerPlace: true,
  title: "a value is of the wrong kind",
  why: "A list where one value is expected, or text where true or false is, cannot be taken for what was meant without guessing. YAML 1.2 reads yes, no, on and off as text.",
  remedy: "Write the kind that the message names.",
  clauses: [],
  message: (found: Args) =>
    found.seen === "value"
      ? {
          message: say`${found.path} must be ${words(found.expected)}, and this is ${words(found.found)}`,
          help: words(found.help),
        }
      : {
          message: say`tier.members is a list: it does not say to which sign-in host its hosts belong`,
          notes: [say`they would count as members of whatever tier signIn names next, and moving signIn alone would go unseen`],
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
