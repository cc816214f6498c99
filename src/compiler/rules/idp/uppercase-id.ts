import { defineDiagnostic, quotedName, say } from "../../../kernel/index.ts";
import { shownName } from "../../users/user-names.ts";
import type { EnvironmentRule } from "../rule.ts";
import { withUsers } from "./example.ts";
import { faultyIds } from "./listed-ids.ts";

const uppercaseId = defineDiagnostic({
  id: "idp/uppercase-id",
  severity: "error",
  title: "a PLM user id has upper-case letters, which no username can have",
  why: "The identity provider stores usernames in lower case. It answers 201 Created to the upper-case one, its token carries the lower-case name, the PLM system knows no such user, and the sign-in fails although the password was right.",
  remedy: "Rename the user in the PLM system, or alias ids (gateway.aliasing with a directory that maps them).",
  clauses: ["E7"],
  message: ({ id }: { readonly id: string }) => ({
    message: say`PLM user ${quotedName(shownName(id))} can never match a username: it has upper-case letters`,
    notes: [
      say`the identity provider stores ${quotedName(shownName(id.toLowerCase()))}, and puts that into its tokens; the PLM system compares byte by byte`,
      say`this person signs in at the identity provider and is then unknown to the PLM system`,
    ],
    help: say`rename the user in the PLM system to lower case, or set gateway.aliasing: true with a directory that maps the names`,
  }),
  fails: { ...withUsers("jdoe,J. Doe\nMMuster,M. Muster"), beside: ["sso/aliasing"] },
  passes: [
    withUsers("jdoe,J. Doe\nm_muster-2,M. Muster"),
    withUsers("MMuster,M. Muster", "", "gateway: { aliasing: true }\n"),
    withUsers("jdoe,UPPER CASE IN ANOTHER COLUMN"),
  ],
});

export const rule: EnvironmentRule = {
  ...uppercaseId,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    for (const { id, at } of faultyIds(signIn, ["upper-case"])) yield uppercaseId.at(at, { id });
  },
};
