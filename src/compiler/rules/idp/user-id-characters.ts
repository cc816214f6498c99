import { defineDiagnostic, quotedName, say, words } from "../../../kernel/index.ts";
import { isRefused, type NameFault, shownName } from "../../users/user-names.ts";
import type { EnvironmentRule } from "../rule.ts";
import { withUsers } from "./example.ts";
import { faultyIds } from "./listed-ids.ts";

const userIdCharacters = defineDiagnostic({
  id: "idp/user-id-characters",
  severity: "error",
  title: "a PLM user id holds characters that are refused in a username, or invisible",
  why: "The identity provider refuses some characters and stores others. It refuses spaces, control characters and punctuation (error-username-invalid-character). An invisible one, such as a byte order mark or a zero-width space, it stores: a name typed at the login form then finds no user.",
  remedy: "Remove the character if an export or a spreadsheet added it; if the PLM system's id has it, rename the user.",
  clauses: ["E7"],
  message: ({ id, faults }: { readonly id: string; readonly faults: readonly NameFault[] }) => ({
    message: faults.some(isRefused)
      ? say`PLM user ${quotedName(shownName(id))} cannot be a username: it holds a character that is refused`
      : say`PLM user ${quotedName(shownName(id))} holds an invisible character`,
    notes: faults.map(({ says }) => say`it ${words(says)}`),
    help: say`remove it from the list if the PLM system's id has none (an export or a spreadsheet added it), else rename the user there`,
  }),
  fails: withUsers("jdoe,J. Doe\nm muster,M. Muster"),
  passes: [
    withUsers("j.doe-2_x@example,J. Doe & Söhne"),
    withUsers("jörg,Latin letters with marks"),
    withUsers("m muster,M. Muster", "", "gateway: { aliasing: true }\n"),
  ],
});

export const rule: EnvironmentRule = {
  ...userIdCharacters,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    for (const { id, at, faults } of faultyIds(signIn, ["space", "unseen", "forbidden", "script"]))
      yield userIdCharacters.at(at, { id, faults });
  },
};
