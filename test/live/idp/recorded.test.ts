import { expect, test } from "vitest";
import type { Json, RealmAnswer } from "../../support/live/realm-call.ts";
import type { RealmServer } from "../../support/live/realm.ts";
import type { OtherAdministrator } from "../../support/live/realm-token.ts";
import { RECORDED_ADMINISTRATOR, seeded } from "../../support/live/seeded.ts";
import {
  needRecordings,
  RECORDED_ORIGIN,
  type Recorded,
  readTape,
  recordedHeader,
  tapeNames,
  VERSIONS,
  type Version,
} from "../../support/live/tapes.ts";
import { differencesOf, type Names, renamed } from "./recorded-answers.ts";

/*
 * The re-made server of the tests (test/support/live/realm.ts) is asked what a real one was asked, request by request, and answers the same, as far
 * as it is about the admin API and the sign-in of administrators. `OTHERWISE` names what is left otherwise, and why.
 */

/** Recordings about an administrator's work. */
const TAPES =
  /\/(?:admin-api-off|admin-token|client-create|client-put|client-scopes|groups|mappers|one-connection|post-logout-uris|product-(?:apply|plan|users).*|proxy-without-admin|put-interrupted|realm-.*|rights-.*|roles|service-account-off|user-profile|users-.*)$/;

/** What is answered by the server of the sign-in (identity-provider.ts). */
const OF_THE_SIGN_IN = /\/login-actions\/|\/openid-connect\/(?:auth|logout\?)/;

/** What is left otherwise than it was recorded: tape, request, reason. */
const OTHERWISE: readonly (readonly [tape: RegExp, request: RegExp, reason: string])[] = [
  [/\/roles$/, /roles|role-mappings/, "roles are neither read nor written"],
  [/\/client-create$/, /root URL|jwks|flow that is not there/, "root URLs, keys and flows of a client are not sent"],
  [/\/users-locked-out$/, /attack-detection/, "failed sign-ins of a user are not asked for"],
  [/\/groups$/, /group-by-path/, "groups are looked for in the list"],
  [/\/put-interrupted$/, /^GET/, "whether a write that was cut off is stored is chance, and it always is here"],
  [
    /\/realm-create/,
    /components|default-(?:default|optional)-client-scopes/,
    "components and default scopes of a realm are not asked for",
  ],
];

const dept = (realm: Json) =>
  realm.profile.attributes.push({
    name: "dept",
    required: { roles: ["admin", "user"] },
    permissions: { view: ["admin"], edit: ["admin"] },
  });

type Change = (realm: Json, server: RealmServer) => void;

const plm = ({ clients }: Json): Json => clients.find((one: Json) => one.clientId === "plm");

/** What was changed between two recorded requests, and not recorded: by scenario, and by what is noted of the request after it; "" is the beginning. */
const UNRECORDED: Readonly<Record<string, Readonly<Record<string, Change>>>> = {
  "client-put": {
    "after public and back": (realm) =>
      Object.assign(plm(realm), {
        publicClient: false,
        frontchannelLogout: false,
        secret: "Made-up-Client-Secret-4711",
        attributes: { ...plm(realm).attributes, "acme.new": "n" },
      }),
  },
  "realm-create": {
    "the same name again": (realm, server) => realm ?? server.addRealm("engineering", { enabled: true }),
  },
  "rights-realm-administrators": {
    "": (realm) => realm.users.push({ id: "u1", username: "alice" }, { id: "u2", username: "radmin" }),
  },
  "users-create": {
    "": (realm) => Object.assign(realm.profile.attributes[0].validations.length, { min: 2 }),
    "a password that the policy refuses": (realm) => Object.assign(realm.settings, { passwordPolicy: "length(20)" }),
    "the profile wants an attribute": (realm) => dept(realm),
    "another user name, editUsernameAllowed is false": (realm) => {
      realm.profile.attributes.pop();
      realm.settings.passwordPolicy = "";
    },
    "editUsernameAllowed is true": (realm) => Object.assign(realm.settings, { editUsernameAllowed: true }),
  },
  "users-locked-out": {
    "permanent lockout: the user is disabled now": ({ users: [alice] }) =>
      Object.assign(alice, {
        enabled: false,
        ...(alice.enabled ? { attributes: { disabledReason: ["permanentLockout"] } } : {}),
      }),
  },
};

/** Recordings that hold only what differs, and those that hold the beginning, too. */
const LIKE: Readonly<Record<string, `${Version}/${string}`>> = {
  "26.0.7/client-put": "26.7.3/client-put",
  "26.0.7/users-list": "26.7.3/users-list",
};

/** Roles of the administrator who asks, as the recording names them; undefined: all. */
const rolesOf = (scenario: string): readonly string[] | undefined => {
  if (/without any role/.test(scenario)) return [];
  return /administrator of realm master with (.+) of client/.exec(scenario)?.[1]?.split(", ");
};

const PASSWORD = { realm: "master", secret: "Made-up-1234", isServiceAccount: false };

const OTHERS: readonly OtherAdministrator[] = [
  { ...PASSWORD, name: "setupadmin", problem: "not-set-up" },
  { ...PASSWORD, name: "tmpadmin", problem: "not-set-up" },
  { ...PASSWORD, name: "offadmin", problem: "disabled" },
  { ...PASSWORD, name: "otpadmin", otp: "719586" },
  { ...PASSWORD, realm: "engineering", name: "radmin" },
];

/** The client of a recorded sign-in by client credentials. */
function serviceOf(exchanges: readonly Recorded[]): OtherAdministrator {
  const basic = exchanges
    .map(({ request }) => recordedHeader(request.headers, "authorization") ?? "")
    .find((one) => /^Basic /.test(one));
  const [name = "", secret = ""] = Buffer.from(basic?.slice(6) ?? "", "base64")
    .toString("utf8")
    .split(":");
  const roles = ["view-realm", "view-users", "view-clients"];
  return { realm: "engineering", name, secret, isServiceAccount: true, roles };
}

function signedIn(server: RealmServer): string {
  const { user, password } = RECORDED_ADMINISTRATOR;
  const answered = server.handle({
    method: "POST",
    url: `${RECORDED_ORIGIN}/realms/master/protocol/openid-connect/token`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `client_id=admin-cli&grant_type=password&username=${user}&password=${password}`,
  }) as RealmAnswer;
  return JSON.parse(answered.body).access_token;
}

interface Difference {
  readonly tape: string;
  readonly request: string;
  readonly says: string;
}

/** Everything in which the re-made server answers otherwise than one recording. */
function played(name: `${Version}/${string}`): readonly Difference[] {
  const { scenario, exchanges } = readTape(name);
  const server = seeded(name, LIKE[name]);
  const roles = rolesOf(scenario);
  server.habits = {
    ...server.habits,
    hostname: RECORDED_ORIGIN,
    ...(roles ? { roles } : {}),
    ...(name.endsWith("admin-api-off") ? { admin: "off" } : {}),
    ...(name.endsWith("proxy-without-admin") ? { admin: "hidden" } : {}),
  };
  server.others.push(...OTHERS, serviceOf(exchanges));
  let token = signedIn(server);
  const names: Names = new Map();
  const unrecorded = UNRECORDED[name.replace(/^.*\//, "")] ?? {};
  const differences: Difference[] = [];
  unrecorded[""]?.(server.realms.get("engineering"), server);
  const seen = new Set<string>();
  for (const one of exchanges) {
    const { note = "", request } = one;
    if (note !== "" && !seen.has(note)) unrecorded[note]?.(server.realms.get("engineering"), server);
    seen.add(note);
    if (OF_THE_SIGN_IN.test(request.target)) continue;
    const headers = Object.fromEntries(
      request.headers.map(([key, value]) => [key.toLowerCase(), value.replace(/TOKEN-OF-\S+/, token)]),
    );
    const url = `${RECORDED_ORIGIN}${renamed(request.target, names)}`;
    const body = request.body === null ? null : renamed(request.body, names);
    const answered = server.handle({ method: request.method, url, headers, body }) as RealmAnswer;
    token = /"access_token":"([^"]+)"/.exec(answered.body)?.[1] ?? token;
    for (const says of differencesOf(one, answered, names))
      differences.push({ tape: name, request: `${request.method} ${request.target}${note === "" ? "" : ` (${note})`}`, says });
  }
  return differences;
}

test("[F13] the server of the tests answers an administrator as a real one was recorded, but for what is named here", () => {
  needRecordings("what the server of the tests answers is compared with nothing.");
  const differences = VERSIONS.flatMap(tapeNames)
    .filter((name) => TAPES.test(name))
    .flatMap(played);
  const excused = (one: Difference) => OTHERWISE.find(([tape, request]) => tape.test(one.tape) && request.test(one.request));
  const unexcused = differences.filter((one) => !excused(one)).map(({ tape, request, says }) => `${tape}: ${request}: ${says}`);
  const used = new Set(differences.map(excused));
  expect(unexcused).toEqual([]);
  // what does not differ any more is taken from the table
  expect(OTHERWISE.filter((entry) => !used.has(entry)).map(String)).toEqual([]);
});
