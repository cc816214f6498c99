import { type Wording, defineDiagnostic, placeOf, quotedName, say, words } from "../../../kernel/index.ts";
import type { ListedUser } from "../../model/sign-in-files.ts";
import { difference, skeletonWords } from "../../users/alike.ts";
import { shownName } from "../../users/user-names.ts";
import type { EnvironmentRule } from "../rule.ts";
import { withUsers } from "./example.ts";
import { comparesIds } from "./listed-ids.ts";

interface Args {
  readonly id: string;
  readonly other: string;
  readonly line: number;
}

const sameAccount = ({ id, other }: Pick<Args, "id" | "other">): boolean => id.toLowerCase() === other.toLowerCase();

function wording({ id, other, line }: Args): Wording {
  const [shown, before] = [quotedName(shownName(id)), quotedName(shownName(other))];
  if (id === other)
    return {
      message: say`PLM user ${shown} is also on line ${line}`,
      notes: [say`a user is created once; the second line is refused, or overwrites the first`],
      help: say`remove one of the two lines`,
    };
  if (sameAccount({ id, other }))
    return {
      message: say`PLM user ${shown} is the same username as ${before} of line ${line}`,
      notes: [
        say`the identity provider stores both as ${quotedName(shownName(id.toLowerCase()))}: two people, one account`,
        say`creating the second one is refused, or its owner signs in as the first`,
      ],
      help: say`give one of them another id in the PLM system`,
    };
  return {
    message: say`PLM user ${shown} looks like ${before} of line ${line} and differs from it`,
    notes: [say`${words(difference(id, other))}`, say`the two cannot be told apart on a screen, so typing the right one is luck`],
    help: say`keep the one that the PLM system has; where it has both, give one another id`,
  };
}

const userIdClash = defineDiagnostic({
  id: "idp/user-id-clash",
  severity: "error",
  title: "two PLM user ids are one username, or cannot be told apart",
  why: "Usernames are stored in lower case. Two ids that differ in case are one account: the second person cannot be created, or signs in as the first. Ids that differ in invisible characters or in look-alike letters of another script are two accounts that cannot be told apart.",
  remedy: "Give one another id in the PLM system, or remove the wrong line.",
  clauses: ["E7"],
  message: wording,
  fails: { ...withUsers("jdoe,J. Doe\nJDoe,Jane Doe"), beside: ["idp/uppercase-id", "sso/aliasing"] },
  passes: [
    withUsers("jdoe,J. Doe\njdoe2,Jane Doe"),
    withUsers("jdoe,J. Doe\nJDoe,Jane Doe", "", "gateway: { aliasing: true }\n"),
  ],
});

export const rule: EnvironmentRule = {
  ...userIdClash,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    if (!comparesIds(signIn)) return;
    const known = new Map<string, ListedUser>();
    for (const user of signIn.users.users) {
      if (user.id === "") continue;
      const form = skeletonWords(user.id);
      const first = known.get(form);
      if (!first) {
        known.set(form, user);
        continue;
      }
      const [at, place] = [placeOf(user.span), placeOf(first.span)];
      const args = { id: user.id, other: first.id, line: place.line };
      yield userIdClash.at(at, args, {
        related: [{ message: say`the first of the two`, place }],
        ...(sameAccount(args) && user.id !== first.id ? {} : { severity: "warning" as const }),
      });
    }
  },
};
