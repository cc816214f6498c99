import { SecretValue } from "../../../src/kernel/diagnostic/secret.ts";
import { Admin } from "../../../src/live/idp/admin.ts";
import { type Applied, applyChanges } from "../../../src/live/idp/apply.ts";
import { desiredRealm } from "../../../src/live/idp/desired.ts";
import { Concealed } from "../../../src/kernel/secrets/concealed.ts";
import { type Planned, planRealm } from "../../../src/live/idp/plan.ts";
import { AdminSession } from "../../../src/live/idp/session.ts";
import type { Wanted } from "../../../src/live/idp/state.ts";
import { factsOf } from "../../compiler/sso/scene.ts";
import { inProcess } from "../../support/live/in-process.ts";
import { type Habits, RealmServer } from "../../support/live/realm.ts";

export const ADMINISTRATOR = { user: "root", password: "canary-of-the-administrator" };
export const CLIENT_SECRET = "canary-of-the-client";

export const SSO = `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: live
idp:
  base: https://idp.example.com:8443
  realm: engineering
  username: { min: 2, max: 255 }
  groups: [Systems.Engineering, "PLM Pilot"]
  clients:
    - { id: plm, application: PLM, postLogoutRedirectUri: "https://plm.example.com:3000/awc" }
    - { id: wiki, application: Wiki, redirectUris: ["https://wiki.example.com/cb"] }
loginService: { base: https://plm.example.com:7001, name: tcsso }
webApplication: { name: awc, root: https://plm.example.com:3000/awc }
oidc: { clientId: plm, clientSecret: { env: TCSSO_CLIENT_SECRET }, userIdField: userId }
`;

export const newServer = (habits: Habits = {}): RealmServer => new RealmServer(ADMINISTRATOR, habits);

/** A server on whose realm nobody has done anything yet. */
export function freshRealm(habits: Habits = {}, name = "engineering"): RealmServer {
  const server = newServer(habits);
  server.addRealm(name);
  return server;
}

export interface Clock {
  readonly waits: number[];
  at: number;
}

/** An administrator at a server; the clock stands unless somebody moves it. */
export function adminOf(server: RealmServer, clock: Clock = { waits: [], at: 0 }, realm = "engineering"): Admin {
  const time = {
    now: () => clock.at,
    pause: async (milliseconds: number) => {
      clock.waits.push(milliseconds);
      clock.at += milliseconds;
    },
  };
  const { user, password } = ADMINISTRATOR;
  const administrator = { user, password: new SecretValue(password) };
  const session = new AdminSession(inProcess(server), "https://idp.example.com:8443", administrator, time, new Concealed());
  return new Admin(session, realm);
}

export function wantedOf(yaml = SSO, users: string | null = null, secret: string | null = CLIENT_SECRET): readonly Wanted[] {
  const wanted = desiredRealm(
    factsOf(yaml, null, users),
    secret === null ? { unknown: "not set" } : new SecretValue(secret),
    "demo",
  );
  if (!wanted) throw new Error("no realm is named");
  return wanted;
}

export const planOf = (server: RealmServer, wanted = wantedOf()): Promise<Planned> => planRealm(adminOf(server), "demo", wanted);

export async function applied(server: RealmServer, wanted = wantedOf(), prune = false): Promise<Applied> {
  const { plan } = await planOf(server, wanted);
  return applyChanges(adminOf(server), wanted, plan.changes, prune);
}

/** One change or outcome in a line. */
export const told = ({ resource, id, field }: { resource: string; id: string; field: string }): string =>
  `${resource} ${id} ${field}`;
