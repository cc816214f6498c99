import { commandInSentence, isRefusal, placeOf, shellCommand, wrongUse } from "../../../kernel/index.ts";
import { readNamedFile } from "../../../platform/index.ts";
import {
  type IdpUser,
  type NameLimits,
  NoExport,
  type UserExport,
  type UserList,
  aliasingOf,
  lacksUsername,
  compareUsers,
  readExport,
} from "../../../compiler/index.ts";
import { type UsersReport, usersDocument, usersText } from "../../views/idp-users.ts";
import { type Command, type ExitCode, type Invocation, NL, printResult } from "../../../report/index.ts";
import { openRealm, runRequests } from "./live-realm.ts";
import { REALM_OPTIONS } from "./realm-options.ts";
import { liveUsers } from "../../idp/users.ts";
import { openSignIn } from "../sso/sign-in.ts";

export const command: Command = {
  name: "idp users",
  summary: "lists PLM users who cannot sign in, and why: compares their ids byte by byte with usernames and the realm's rules",
  group: "Single sign-on",
  short: "lists users who cannot sign in, and why",
  arguments: [{ name: "ENV", summary: "an environment whose sso.yaml names idp.users" }],
  options: [
    {
      name: "export",
      value: "FILE",
      summary:
        "users of the identity provider: a realm export, `kcadm.sh get users`, or CSV; without it and without --profile the ids are held to the realm's rules alone",
    },
    ...REALM_OPTIONS,
  ],
  formats: ["text", "json"],
  examples: [
    { command: "idp users production", does: "which ids the identity provider cannot store unchanged, whatever users it has" },
    {
      command: "idp users production --export users.json",
      does: "who has no username with the same bytes, the username that only looks like it, and in what they differ; exit code 1 when there is one",
    },
    {
      command: "idp users production --profile idp",
      does: "the same against the users that the live realm has now",
    },
  ],
  run: runIdpUsers,
};

const ALIASED =
  "aliasing is on: the PLM system looks up another id for a username, so an id without the same username may sign in all the same; compared are the bytes";

/**
 * Returns the list of PLM user ids that idp.users of sso.yaml names, and the facts about the realm in sso.yaml. Throws a Refusal if the
 * list cannot be read.
 */
function plmSide(invocation: Invocation): {
  readonly environment: string;
  readonly list: UserList;
  readonly limits: NameLimits;
  readonly realm: string | null;
  readonly aliased: boolean;
} {
  const help =
    "set `idp.users` to users.csv in sso.yaml and save the ids next to it: one header line, the ids in the first column";
  const { environment, signIn, facts } = openSignIn(invocation, "no list of PLM users", help);
  const { idp, users } = signIn;
  if (!idp.users) throw wrongUse(`sso.yaml of ${environment} names no list of PLM users`, help, placeOf(signIn.span));
  if (!users)
    throw wrongUse(
      "the list of PLM users cannot be read",
      `${commandInSentence(shellCommand`tierwright check ${environment}`)} says why`,
      placeOf(idp.users.span),
    );
  const number = (text: string | undefined, otherwise: number) =>
    text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
  const limits = { min: number(idp.username.min?.text, 2), max: number(idp.username.max?.text, 255) };
  return { environment, list: users, limits, realm: idp.realm?.text ?? null, aliased: aliasingOf(facts).value === "true" };
}

function idpSide(file: string, realm: string | null, { host }: Invocation): UserExport {
  const bytes = readNamedFile(host.cwd, file);
  try {
    return readExport(bytes, realm);
  } catch (error) {
    if (isRefusal(error) || !(error instanceof NoExport)) throw error;
    throw wrongUse(
      `${file} holds no users of an identity provider: ${error.message}`,
      "give a realm export with its users, the output of `kcadm.sh get users -r REALM`, or CSV with a column username",
    );
  }
}

/** Returns the identity provider's users that PLM ids are compared with: those of the --export file, otherwise those of the live realm. */
async function otherSide(invocation: Invocation, realm: string | null): Promise<NonNullable<UsersReport["given"]> & Sides> {
  const { options } = invocation;
  const file = options.get("export");
  if (file !== undefined) {
    if (options.has("profile"))
      throw wrongUse("--export and --profile each name the users to compare with", "leave one of them out");
    const { form, users, limits } = idpSide(file, realm, invocation);
    return { file, form, count: users.length, users, limits };
  }
  const { environment, facts } = openSignIn(invocation, "no realm", "`tierwright help sso.md` shows one");
  const admin = await openRealm(invocation, environment, facts);
  const { users, limits } = await runRequests(() => liveUsers(admin));
  return { file: facts.realmUrl?.value ?? "", form: "live realm", count: users.length, users, limits };
}

interface Sides {
  readonly users: readonly IdpUser[];
  readonly limits: NameLimits | null;
}

/**
 * Implements `idp users ENV [--export FILE | --profile NAME]`: writes nothing, and sends requests to the identity provider only with
 * --profile.
 */
async function runIdpUsers(invocation: Invocation): Promise<ExitCode> {
  const { host, options } = invocation;
  const { environment, list, limits: stated, realm, aliased } = plmSide(invocation);
  if (aliased) host.stderr.write(`${ALIASED}${NL}`);
  const given = options.has("export") || options.has("profile") ? await otherSide(invocation, realm) : null;
  const limits = given?.limits ?? stated;
  const users = list.users.map(({ id, span }) => ({ id, line: placeOf(span).line }));
  const compared = compareUsers(users, given?.users ?? null, limits);
  const report: UsersReport = {
    environment,
    list: list.path,
    limits: { ...limits, from: given?.limits ? (given.form === "live realm" ? "realm" : "export") : "sso.yaml", stated },
    given: given && { file: given.file, form: given.form, count: given.count },
    compared,
  };
  printResult(invocation, usersDocument(report), usersText);
  return compared.users.some(lacksUsername) ? 1 : 0;
}
