import { type Problem, type Wording, defineDiagnostic, name, placeOf, say, value, words } from "../../../kernel/index.ts";
import type { ListedUser, UserList } from "../../model/sign-in-files.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import { isRefused, nameFaults } from "../../users/user-names.ts";
import { textMeant } from "../../users/wrong-encoding.ts";
import { limitsOf } from "../idp/listed-ids.ts";
import type { EnvironmentRule } from "../rule.ts";
import { aliasingOf, installedAliasing } from "./aliasing-of.ts";
import { changeSignIn, signInAnd } from "./example-sign-in.ts";

type Args =
  | { readonly seen: "off"; readonly first: string; readonly count: number; readonly file: string }
  | { readonly seen: "on"; readonly file: string }
  | { readonly seen: "disagree"; readonly on: string; readonly off: string };

/** Returns true if the identity provider stores a PLM user id as another username: in lower case, and without spaces around it. */
const differs = ({ id }: ListedUser): boolean => (id.toLowerCase() !== id || id.trim() !== id) && textMeant(id) === null; // idp/user-id-encoding reports an id in a wrong encoding

/** Returns the users of users.csv whose id is not blank. */
const idsOf = ({ users }: UserList): readonly ListedUser[] => users.filter(({ id }) => id.trim() !== "");

function wording(found: Args): Wording {
  if (found.seen === "disagree")
    return {
      message: say`GatewayAliasingEnabled is on in one server file and off in the other`,
      notes: [
        say`it is true in ${name(found.on)}, and not in ${name(found.off)}`,
        say`sso.yaml does not set it, so both stay as they are: one service reads as an alias what is the user id for the other`,
        say`ids are judged by login.xml`,
      ],
      help: say`set \`gateway.aliasing\` to true or false, which then goes into both files`,
    };
  const file = name(found.file);
  if (found.seen === "on")
    return {
      message: say`aliasing is on, and no id needs it`,
      notes: [
        say`the identity provider can hold every id of ${file} as it is, so that they are the same on both sides`,
        say`with GatewayAliasingEnabled a directory must translate every id: a user without an entry there is not found`,
      ],
      help: say`set \`gateway.aliasing\` to false, or complete idp.users where other ids differ`,
    };
  const bound =
    found.first.toLowerCase() === found.first ? "holds no user name with spaces around it" : "stores user names in lower case";
  const others = found.count === 1 ? "" : ` and ${found.count - 1} more`;
  return {
    message: say`user ids differ (${value(found.first)}${words(others)}), and aliasing is off`,
    notes: [
      say`the identity provider ${words(bound)}: ${value(found.first)} of ${file} cannot be the same there, byte for byte`,
      say`these people sign in at the identity provider, and the PLM system does not know the id that it receives`,
    ],
    help: say`make the PLM ids equal to the user names; or let a directory alias them, and set \`gateway.aliasing\` to true`,
  };
}

const USERS = "environments/demo/users.csv";
const REALM = "  realm: engineering\n";
const users = (ids: string, lines: string) =>
  signInAnd(lines, changeSignIn(REALM, `${REALM}  users: users.csv\n`), { file: USERS, with: `id\n${ids}` });

const aliasing = defineDiagnostic({
  id: "sso/aliasing",
  severity: "error",
  title: "user ids differ without aliasing, or are equal with it",
  why: "A federated user id must be the PLM user id, byte for byte. Where that is impossible, a directory of the security services translates them, and GatewayAliasingEnabled switches that on. Off with different ids, those people are unknown to the PLM system; on with equal ids, a directory is asked that is not needed.",
  remedy: "Make the ids equal, or set gateway.aliasing to true and set the directory up.",
  clauses: ["E2"],
  message: wording,
  fails: { ...users("jdoe\nJSmith\n", ""), beside: ["idp/uppercase-id"] },
  passes: [
    users("jdoe\nm.mueller\n", ""),
    users("jdoe\nJSmith\n", "gateway: { aliasing: true }\n"),
    signInAnd("gateway: { aliasing: true }\n"),
  ],
});

/** Reports a login.xml and identity.xml that differ in GatewayAliasingEnabled, if sso.yaml does not state gateway.aliasing. */
function* disagreement(signIn: SignInFacts): Iterable<Problem> {
  if (signIn.aliasing.stated) return;
  const all = installedAliasing(signIn);
  const [on, off] = [all.find((one) => one.on === "true"), all.find((one) => one.on !== "true")];
  // another rule reports one file that has the setting twice
  if (on && off && on.file !== off.file)
    yield aliasing.at(off.place, { seen: "disagree", on: on.file, off: off.file }, { severity: "warning" });
}

export const rule: EnvironmentRule = {
  ...aliasing,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    if (!signIn) return;
    yield* disagreement(signIn);
    if (!signIn.users) return;
    const on = aliasingOf(signIn);
    const ids = idsOf(signIn.users);
    const file = signIn.users.path;
    const differing = ids.filter(differs);
    const [first] = differing;
    const limits = limitsOf(signIn);
    const needed = first !== undefined || ids.some(({ id }) => nameFaults(id, limits).some(isRefused));
    if (on.value === "true" && !needed && ids.length > 0)
      yield aliasing.at(on.place, { seen: "on", file }, { pointer: on.pointer, severity: "warning" });
    if (on.value === "true" || !first) return;
    const at = on.stated ? on.place : placeOf(first.span);
    const args: Args = { seen: "off", first: first.id, count: differing.length, file };
    yield aliasing.at(at, args, { pointer: on.pointer });
  },
};
