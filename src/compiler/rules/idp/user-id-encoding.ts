import { defineDiagnostic, quotedName, say, words } from "../../../kernel/index.ts";
import { shownName } from "../../users/user-names.ts";
import { textMeant } from "../../users/wrong-encoding.ts";
import type { EnvironmentRule } from "../rule.ts";
import { withUsers } from "./example.ts";
import { faultyIds } from "./listed-ids.ts";

interface Args {
  readonly id: string;
  readonly meant: string;
  /** The number of further ids in users.csv that are in a wrong encoding. */
  readonly more: number;
}

const userIdEncoding = defineDiagnostic({
  id: "idp/user-id-encoding",
  severity: "error",
  title: "a PLM user id is text in a wrong encoding",
  why: "The list was UTF-8 and was read as Windows-1252 (or ISO-8859-1). Saved again, each letter beyond ASCII became two or three others. No user of the PLM system has such an id, and a user made from it belongs to nobody.",
  remedy: "Export the list again and save it as UTF-8 throughout.",
  clauses: ["E7"],
  message: ({ id, meant, more }: Args) => ({
    message: say`PLM user ${quotedName(shownName(id))} is text in a wrong encoding; it should be ${quotedName(shownName(meant))}`,
    notes: [
      say`the list was UTF-8 and was read as Windows-1252 before it was saved`,
      ...(more === 0
        ? []
        : [say`${more} more ${words(more === 1 ? "id of the list has" : "ids of the list have")} the same fault`]),
    ],
    help: say`export the list again and save it as UTF-8 (Excel: "CSV UTF-8"; Windows PowerShell: -Encoding UTF8 for reading and writing), or write ${quotedName(shownName(meant))}`,
  }),
  fails: withUsers("jdoe,J. Doe\njÃ¶rg,Jörg"),
  passes: [withUsers("jörg,Jörg\njoão,João"), withUsers("jÃ¶rg,Jörg", "", "gateway: { aliasing: true }\n")],
});

export const rule: EnvironmentRule = {
  ...userIdEncoding,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    const [first, ...more] = faultyIds(signIn, ["encoding"]);
    const meant = first && textMeant(first.id);
    if (first && meant) yield userIdEncoding.at(first.at, { id: first.id, meant, more: more.length });
  },
};
