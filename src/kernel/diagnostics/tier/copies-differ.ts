import { defineDiagnostic } from "../../diagnostic/define.ts";
import { joinTexts, name, say, value, words, type Text } from "../../diagnostic/text.ts";
import { adoptExample } from "../repo/example-workstation.ts";

interface Copy {
  readonly file: string;
  readonly key: string;
  /** The value of one copy of a setting on a workstation; null if it can be a secret. */
  readonly text: string | null;
}

interface Args {
  /** The field of an environment that decides all copies of a setting. */
  readonly field: string;
  readonly workstation: string;
  readonly copies: readonly Copy[];
}

const CONSEQUENCES: Readonly<Record<string, string>> = {
  "tier.signIn": "the tool would sign in to one tier while the client library speaks to another",
  "tier.webClient": "the panel and the client library would open different web clients",
  "tier.transport": "one file sends requests directly, the other through the local channel",
};

const copyWords = ({ file, key, text }: Copy): Text =>
  say`${name(key)} of the ${words(file)} file is ${text === null ? words("not shown: it may hold a secret") : say`${value(text)}`}`;

export const copiesDiffer = defineDiagnostic({
  id: "tier/copies-differ",
  severity: "error",
  title: "copies of one setting differ on a workstation",
  why: "An environment has one field for all copies. The connector and its client library keep copies of the same address or transport; where they differ, no environment gives these files again, and only a person can say which copy is right.",
  remedy: "Correct the wrong copy on the workstation, or in a copy of its files, and adopt again.",
  clauses: ["B7"],
  message: ({ field, workstation, copies }: Args) => ({
    message: say`${name(workstation)}: ${joinTexts(
      copies.map(({ key }) => name(key)),
      ", ",
    )} differ, and ${words(field)} is one field for all of them`,
    notes: [
      ...copies.map(copyWords),
      words(CONSEQUENCES[field] ?? "an environment with one of them would change the other"),
      say`no environment was written for this workstation`,
    ],
    help: say`make them equal on the workstation, or in a copy of its files, and adopt again`,
  }),
  fails: adoptExample({ client: ["URL=https\\://plm.example.com\\:8443/tc", "URL=https\\://other.example.com\\:8443/tc"] }),
  passes: [adoptExample()],
});
