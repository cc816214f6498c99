import { defineDiagnostic, listTexts, quotedName, say, words } from "../../../kernel/index.ts";
import { shownName } from "../../users/user-names.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import type { EnvironmentRule } from "../rule.ts";
import { realm, SSO, withUsers } from "./example.ts";
import { comparesIds, faultyIds, LOWEST, limitsOf } from "./listed-ids.ts";

interface Args {
  readonly seen: "no-name" | "empty" | "short" | "long";
  readonly min: number;
  readonly max: number;
  /** The ids of users.csv that the realm would refuse as too short; null if PLM user ids need not equal usernames. */
  readonly refused: readonly string[] | null;
}

const usernameMin = defineDiagnostic({
  id: "idp/username-min",
  severity: "warning",
  title: "the realm's shortest username is not as long as the shortest PLM user id, or its limits exclude every name",
  why: "PLM user ids can have two characters; a new realm requires three. The identity provider then refuses to create these users (error-invalid-length, params username, 3, 255), and it is the realm's user profile that must change, not the user.",
  remedy: "Write idp.username: { min: 2 }, or leave it out: 2 is the default.",
  clauses: ["E6", "E18"],
  message: ({ seen, min, max, refused }: Args) => {
    if (seen === "no-name")
      return {
        message: say`idp.username allows no name at all: at least ${min} and at most ${max} characters`,
        notes: [say`the identity provider refuses such a user profile, and no user could be created with it`],
        help: say`write idp.username: { min: 2, max: 255 }, the lower one for ids of two characters, the upper one the server's default`,
      };
    if (seen === "empty")
      return {
        message: say`idp.username.min is ${min}, and a username has at least one character`,
        notes: [say`the identity provider refuses an empty username whatever its user profile says`],
        help: say`write idp.username: { min: 2 }`,
      };
    if (seen === "short")
      return {
        message: say`idp.username.min is ${min}, and PLM user ids have at least ${LOWEST} characters`,
        notes: [
          say`the realm then holds accounts that the PLM system has no user for: a truncated name is stored with 201 Created, and fails at its first sign-in`,
          ...(refused === null ? [] : [say`none of the listed PLM users is that short`]),
        ],
        help: say`write idp.username: { min: 2 }; where the PLM system really has ids of one character, list them in idp.users`,
      };
    return {
      message: say`the realm refuses usernames of fewer than ${min} characters, and PLM user ids can have 2`,
      notes: [
        say`creating such a user ends with error-invalid-length, username, ${min}, ${max}`,
        ...(refused === null
          ? []
          : [
              refused.length === 0
                ? say`none of the listed PLM users is that short today`
                : say`refused of the listed PLM users: ${listTexts(refused.map((id) => quotedName(shownName(id))))}`,
            ]),
      ],
      help: say`write idp.username: { min: 2 }${words(refused?.length === 0 ? ", before the first short id comes" : "")}`,
    };
  },
  fails: { file: SSO, with: realm("username: { min: 3, max: 255 }") },
  passes: [
    { file: SSO, with: realm("username: { min: 2, max: 255 }") },
    { file: SSO, with: realm() },
    withUsers("x,X. Ample", "username: { min: 1 }"),
  ],
});

/** Returns true if users.csv has an id shorter than `LOWEST`, so that the realm's minimum length of usernames must be lower. */
const listsShorter = ({ users }: SignInFacts): boolean =>
  users?.users.some(({ id }) => id.trim() !== "" && id.length < LOWEST) ?? false;

export const rule: EnvironmentRule = {
  ...usernameMin,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    if (!signIn) return;
    const { min: shortest, max: longest } = signIn.username;
    const [min, max] = [Number(shortest.value), Number(longest.value)];
    // the schema reports a minimum or maximum that is not a number; comparisons with NaN are false
    const seen =
      min > max ? "no-name" : min < 1 ? "empty" : min > LOWEST ? "long" : min < LOWEST && !listsShorter(signIn) ? "short" : null;
    if (seen === null || Number.isNaN(max)) return;
    const fact = shortest.stated ? shortest : longest;
    const refused = comparesIds(signIn)
      ? [...faultyIds(signIn, ["too-short"])].map(({ id }) => id).filter((id) => id.length >= LOWEST)
      : null;
    // the finding is an error if no or not every user can sign in, or if the realm accepts an empty username
    const grave = seen === "no-name" || seen === "empty" || (seen === "long" && refused !== null && refused.length > 0);
    const args: Args = { seen, min, max, refused: min === limitsOf(signIn).min ? refused : null };
    yield usernameMin.at(fact.place, args, {
      pointer: fact.pointer,
      explains: [{ file: signIn.signIn.path }],
      ...(grave ? { severity: "error" as const } : {}),
    });
  },
};
