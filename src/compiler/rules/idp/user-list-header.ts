import { defineDiagnostic, name, placeOf, quotedName, say } from "../../../kernel/index.ts";
import { shownName } from "../../users/user-names.ts";
import type { EnvironmentRule } from "../rule.ts";
import { withUserList } from "./example.ts";
import { comparesIds } from "./listed-ids.ts";

interface Args {
  readonly path: string;
  readonly header: string;
}

/** Matches a word, in several languages, that users.csv can have as the header of its column of ids. */
const COLUMN =
  /(?:^|[^a-z])(?:[a-z]*(?:user|benutzer|login|logon|account|konto)[a-z]*|(?:plm|tc|person|employee)?ids?|u?names?|uid|kennung|identifiant|utilisateur|utente|usuario)(?:$|[^a-z])/i;

const userListHeader = defineDiagnostic({
  id: "idp/user-list-header",
  severity: "info",
  title: "the first line of the user list reads like a user",
  why: "The first line is the header, and no id of it is compared. A list that was exported without a header loses its first user without a word: no command says that this user cannot sign in.",
  remedy: "Begin the list with the line id.",
  clauses: ["E7"],
  message: ({ path, header }: Args) => ({
    message: say`the first line of ${name(path)}, ${quotedName(shownName(header))}, is its header, and is compared with no username`,
    help: say`if it is a PLM user, put the line 'id' before it; a header with the word id says that it is one`,
  }),
  fails: withUserList("jdoe,J. Doe\nasmith,A. Smith"),
  passes: [
    withUserList("id,name\njdoe,J. Doe"),
    withUserList(",name\njdoe,J. Doe"),
    withUserList("PLM_UserID;mail\njdoe;j@example.com"),
  ],
});

export const rule: EnvironmentRule = {
  ...userListHeader,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    if (!comparesIds(signIn)) return;
    const { path, header } = signIn.users;
    if (header !== null && header.id.trim() !== "" && !COLUMN.test(header.id.replaceAll("_", " ")))
      yield userListHeader.at(placeOf(header.span), { path, header: header.id });
  },
};
