import { defineDiagnostic, quotedName, say, words } from "../../../kernel/index.ts";
import { shownName } from "../../users/user-names.ts";
import type { EnvironmentRule } from "../rule.ts";
import { withUsers } from "./example.ts";
import { faultyIds, LOWEST, limitsOf } from "./listed-ids.ts";

const userIdLength = defineDiagnostic({
  id: "idp/user-id-length",
  severity: "error",
  because: ["idp/username-min"],
  title: "a PLM user id is shorter or longer than the realm allows",
  why: "The identity provider refuses to create the user. It answers error-invalid-length with username and the two limits, so nobody can sign in with this id. A script that makes many users can overlook the answer.",
  remedy: "Allow the length (idp.username), or change the id in the PLM system.",
  clauses: ["E7"],
  message: (found: { readonly id: string; readonly min: number; readonly max: number }) => {
    const { id, min, max } = found;
    if (id === "")
      return {
        message: say`this line has no PLM user id`,
        notes: [say`an empty username cannot be created, and a user without an id cannot sign in`],
        help: say`write the id in the first column, or remove the line`,
      };
    const short = id.length < min;
    return {
      message: say`PLM user ${quotedName(shownName(id))} has ${id.length} of at ${words(short ? "least" : "most")} ${short ? min : max} characters`,
      notes: [say`the identity provider refuses to create it: error-invalid-length, username, ${min}, ${max}`],
      help: short
        ? say`write idp.username.min: ${id.length}, which the realm's user profile then gets, or rename the user in the PLM system`
        : say`write a larger idp.username.max (the server's default is 255), or rename the user in the PLM system`,
    };
  },
  fails: withUsers("jdoe,J. Doe\nx,X. Ample"),
  passes: [
    withUsers("jd,J. Doe"),
    withUsers("x,X. Ample", "username: { min: 1 }"),
    withUsers("x,X. Ample", "", "gateway: { aliasing: true }\n"),
  ],
});

export const rule: EnvironmentRule = {
  ...userIdLength,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    if (!signIn) return;
    const { min, max } = limitsOf(signIn);
    for (const { id, at } of faultyIds(signIn, ["too-short", "too-long", "empty"])) {
      // for an id that is long enough for the PLM system, the realm's minimum length is the cause
      const follows = id.length >= LOWEST && id.length < min ? { follows: [{ file: signIn.signIn.path }] } : {};
      yield userIdLength.at(at, { id, min, max }, follows);
    }
  },
};
