import { describe, expect, test } from "vitest";
import { Concealed } from "../../../src/kernel/secrets/concealed.ts";
import { SecretValue } from "../../../src/kernel/diagnostic/secret.ts";
import type { Administrator } from "../../../src/live/idp/administrator.ts";
import { Admin } from "../../../src/live/idp/admin.ts";
import { AdminSession } from "../../../src/live/idp/session.ts";
import type { IdpAnswer, Transport } from "../../../src/live/idp/transport.ts";
import { inProcess as exchanges } from "../../support/live/live.ts";
import type { Habits, RealmServer } from "../../support/live/realm.ts";
import { liveRealm } from "../../support/live/realm-live.ts";
import { readTape } from "../../support/live/tapes.ts";
import { ENV, idp, repository } from "./repository.ts";
import { ADMINISTRATOR, freshRealm, newServer } from "./scene.ts";

const flat = (text: string) => text.replace(/\s+/g, " ");
const SECRET = "canary-of-the-service-account";
const OWN = "https://idp-admin.example.com:8444";
const ISSUER = "https://idp.example.com:8443";

const profile = (idpPart: string) => repository({ "profile.yaml": `idp: ${idpPart}\n` });
const SERVICE = "{ client: tierwright, secret: { env: IDP_SECRET } }";

/** A realm with a service account and a user who administer it, a service account of realm master, and a user of another realm. */
function server(habits: Habits = {}): RealmServer {
  const made = freshRealm(habits);
  made.others.push(
    { realm: "master", name: "tierwright", secret: SECRET, isServiceAccount: true },
    { realm: "engineering", name: "tierwright", secret: SECRET, isServiceAccount: true },
    { realm: "engineering", name: "radmin", secret: SECRET, isServiceAccount: false },
    { realm: "wiki", name: "radmin", secret: SECRET, isServiceAccount: false },
  );
  return made;
}

const env = { ...ENV, IDP_SECRET: SECRET };
const run = (folder: string, at: Parameters<typeof idp>[1], words: readonly string[]) => idp(folder, at, words, env);

/** A proxy that passes nothing of realm master on but its token endpoint. */
const WITHOUT_MASTER: Habits = {
  hostname: ISSUER,
  instead: ({ url }) =>
    url.includes("/realms/master/.well-known/")
      ? { status: 404, headers: { "content-type": "application/json" }, body: '{"error":"Realm does not exist"}' }
      : null,
};

describe("[F7] whoever administers the identity provider signs in as the profile says", () => {
  test.each([
    ["a service account of realm master", SERVICE, "/realms/master/"],
    [
      "a service account of the realm itself",
      "{ client: tierwright, secret: { env: IDP_SECRET }, realm: engineering }",
      "/realms/engineering/",
    ],
    ["a user of the realm itself", "{ user: radmin, password: { env: IDP_SECRET }, realm: engineering }", "/realms/engineering/"],
    [
      "a user of realm master, whose realm is written",
      `{ user: ${ADMINISTRATOR.user}, password: { env: IDP_PASSWORD }, realm: master }`,
      "/realms/master/",
    ],
  ])("%s: plan, apply, and nothing is left", async (_words, idpPart, realm) => {
    const [folder, at] = [profile(idpPart), server()];
    const planned = await run(folder, at, ["plan", "demo", "--out", "p.json"]);
    const applied = await run(folder, at, ["apply", "p.json"]);
    const again = await run(folder, at, ["plan", "demo"]);
    expect([planned.code, applied.code, again.code, again.err]).toEqual([0, 0, 0, ""]);
    expect(again.out).toContain("nothing would change");
    const tokens = at.requests.filter(({ path }) => path.endsWith("/token"));
    expect(tokens).toHaveLength(3);
    for (const { path } of tokens) expect(path).toContain(realm);
    expect([planned, applied, again].map(({ out, err }) => out + err).join("")).not.toContain(SECRET);
  });

  test("a service account has no refresh token: it signs in again before its token ends", async () => {
    let now = 0;
    const at = server({ now: () => now, tokenLife: 60 });
    const administrator: Administrator = { client: "tierwright", secret: new SecretValue(SECRET) };
    const admin = new Admin(
      sessionOf(asTransport(at), administrator, () => now),
      "engineering",
    );
    for (let i = 0; i < 5; i++, now += 40_000) await admin.object([]);
    expect(at.requests.filter(({ path }) => path.endsWith("/token")).length).toBe(3);
    expect(at.requests.filter(({ status }) => status === 401)).toEqual([]);
    expect(at.requests.some(({ body }) => body.includes("refresh_token"))).toBe(false);
  });

  test("a refused service account is named as one, with what to compare, after one try", async () => {
    const at = server();
    const { code, err } = await idp(profile(SERVICE), at, ["plan", "demo"], { ...env, IDP_SECRET: "another-canary" });
    expect([code, at.requests.length]).toEqual([1, 1]);
    expect(flat(err)).toContain("refused the service account's sign-in (401, 'unauthorized_client'");
    expect(flat(err)).toContain("compare idp.client and idp.secret of the profile with the client and its secret");
    expect(err).not.toContain("another-canary");
  });

  test("a realm to sign in to that is not there is told from a wrong address", async () => {
    const { code, err } = await run(profile("{ user: radmin, password: { env: IDP_SECRET }, realm: enginering }"), server(), [
      "plan",
      "demo",
    ]);
    expect(code).toBe(1);
    expect(flat(err)).toContain("the token endpoint of realm enginering answers 404: 'Realm does not exist'");
    expect(flat(err)).toContain("and idp.realm of the profile a realm that it has");
  });

  test("a secret that is not set is told by what names it", async () => {
    const { code, err } = await idp(profile(SERVICE), server(), ["plan", "demo"], ENV);
    expect(code).toBe(2);
    expect(flat(err)).toMatch(
      /the service account's secret cannot be looked up: environment variable IDP_SECRET is not set set what idp\.secret of/,
    );
  });
});

describe("[F6] where an administrator's right is given", () => {
  const FORBIDDEN = { status: 403, headers: { "content-type": "application/json" }, body: '{"error":"HTTP 403 Forbidden"}' };
  const forbidding = () => {
    const at = server();
    at.habits = { instead: ({ url }) => (/\/clients(?:\?|$)/.test(url) ? FORBIDDEN : null) };
    return at;
  };

  test.each([
    [
      SERVICE,
      "give it the role view-clients of client engineering-realm (in realm master, under Clients, tierwright, Service accounts roles), or the realm role admin, which has all of them",
    ],
    [
      "{ client: tierwright, secret: { env: IDP_SECRET }, realm: engineering }",
      "give it the role view-clients of client realm-management (in realm engineering, under Clients, tierwright, Service accounts roles), or its role realm-admin, which has all of them",
    ],
    [
      "{ user: radmin, password: { env: IDP_SECRET }, realm: engineering }",
      "give it the role view-clients of client realm-management (in realm engineering, under Users, radmin, Role mapping), or its role realm-admin, which has all of them",
    ],
  ])("%s", async (idpPart, says) => {
    const { err } = await run(profile(idpPart), forbidding(), ["plan", "demo"]);
    expect(flat(err)).toContain(says);
  });

  test("an administrator of another realm can do nothing here, and is told which one can", async () => {
    const at = server();
    at.addRealm("wiki");
    const { err } = await run(profile("{ user: radmin, password: { env: IDP_SECRET }, realm: wiki }"), at, ["plan", "demo"]);
    expect(flat(err)).toContain(
      "an administrator of realm wiki can do nothing outside of it; name one of realm master or of realm engineering in the profile (idp.realm)",
    );
  });
});

describe("[F6] an own address of the admin API", () => {
  const withBase = (base: string) => profile(`{ user: ${ADMINISTRATOR.user}, password: { env: IDP_PASSWORD }, base: "${base}" }`);
  const both = (outside: RealmServer, inside: RealmServer) =>
    exchanges({ [ISSUER]: liveRealm(outside), [OWN]: liveRealm(inside) });

  test("is asked for everything but the issuer, and may end with a slash", async () => {
    const [outside, inside] = [server({ hostname: ISSUER }), server({ hostname: ISSUER })];
    const { code, out, err } = await run(withBase(`${OWN}/`), both(outside, inside), ["plan", "demo"]);
    expect([code, err]).toEqual([0, ""]);
    expect(flat(out)).toContain(`realm engineering of ${OWN}, as it is now`);
    expect(outside.requests.map(({ path }) => path)).toEqual(["/realms/engineering/.well-known/openid-configuration"]);
    expect(inside.requests.some(({ path }) => path.endsWith("/token"))).toBe(true);
  });

  test.each<readonly [words: string, outside: () => RealmServer, inside: () => RealmServer, says: string]>([
    [
      "another issuer there",
      () => freshRealm({ hostname: ISSUER }),
      () => freshRealm({ hostname: "https://staging.example.com" }),
      `realm engineering has the issuer '${ISSUER}/realms/engineering' at ${ISSUER} and has the issuer 'https://staging.example.com/realms/engineering' at ${OWN}`,
    ],
    [
      "an issuer that follows the request",
      () => freshRealm(),
      () => freshRealm(),
      `and has the issuer '${OWN}/realms/engineering' at ${OWN}`,
    ],
    [
      "no such realm there",
      () => freshRealm({ hostname: ISSUER }),
      () => newServer({ hostname: ISSUER }),
      `and is not there at ${OWN}`,
    ],
    [
      "the realm at neither, and a proxy that hides realm master",
      () =>
        newServer({
          hostname: ISSUER,
          instead: ({ url }) => (url.includes("/realms/master/") ? { status: 404, headers: {}, body: "<html>" } : null),
        }),
      () => newServer({ hostname: ISSUER }),
      `realm master is not there at ${ISSUER} and has the issuer '${ISSUER}/realms/master' at ${OWN} (realm engineering is at neither)`,
    ],
    [
      "something else than an identity provider",
      () => freshRealm({ hostname: ISSUER }),
      () =>
        freshRealm({ instead: () => ({ status: 200, headers: { "content-type": "text/html" }, body: "<html>hotel</html>" }) }),
      `and has no issuer (it answers 200 with a page where data is expected) at ${OWN}`,
    ],
    [
      "the realm at neither, and no realm master that could be compared",
      () => newServer(WITHOUT_MASTER),
      () => newServer(WITHOUT_MASTER),
      "(realm engineering is at neither)",
    ],
  ])("that may be another server is refused in words, before a password is sent: %s", async (_words, outside, inside, says) => {
    const [there, here] = [outside(), inside()];
    for (const command of [
      ["plan", "demo", "--out", "p.json"],
      ["users", "demo"],
    ]) {
      const { code, err } = await run(withBase(OWN), both(there, here), command);
      expect(code).toBe(2);
      expect(flat(err)).toContain(`nothing proves that the admin API at ${OWN} is that of ${ISSUER}`);
      expect(flat(err)).toContain(says);
    }
    expect([...there.requests, ...here.requests].filter(({ path }) => !path.endsWith("/openid-configuration"))).toEqual([]);
  });

  test("a realm that is rightly absent is planned where realm master is one and the same", async () => {
    const [outside, inside] = [newServer({ hostname: ISSUER }), newServer({ hostname: ISSUER })];
    const { code, out } = await run(withBase(OWN), both(outside, inside), ["plan", "demo"]);
    expect([code, out.includes("+ realm engineering")]).toEqual([0, true]);
  });

  test("the address of sso.yaml, written once more, needs no proof", async () => {
    const at = server();
    const { code } = await run(withBase(ISSUER), at, ["plan", "demo"]);
    expect([code, at.requests.filter(({ path }) => path.includes(".well-known")).length]).toEqual([0, 1]);
  });

  test.each([
    ["http://idp-admin.example.com:8080", "the administrator's password or secret would go over the network"],
    ["idp-admin.example.com", "idp.base of the profile is not an address that can be asked"],
    ["https://root:canary-in-base@idp.example.com", "idp.base of the profile is not an address that can be asked"],
  ])("%s is refused with its line, before anything is asked", async (base, says) => {
    const at = server();
    const { code, err } = await run(withBase(base), at, ["plan", "demo"]);
    expect([code, at.requests.length]).toEqual([2, 0]);
    expect(flat(err)).toContain(says);
    expect(err).toContain("profile.yaml:1");
    expect(err).not.toContain("canary");
  });

  test("--connect may be about either address", async () => {
    const at = server({ hostname: ISSUER });
    const connect = (host: string) => ["plan", "demo", "--connect", `${host}:10.0.0.1`];
    const right = await run(withBase(OWN), both(at, at), connect("idp-admin.example.com:8444"));
    const wrong = await run(withBase(OWN), both(at, at), connect("idp.example.com:1"));
    expect([right.code, wrong.code]).toEqual([0, 2]);
    expect(flat(wrong.err)).toContain(
      "--connect names idp.example.com:1, but this command connects to idp.example.com:8443 and idp-admin.example.com:8444",
    );
  });
});

test("[F7] a real server took such sign-ins, and its tokens are read as they came", async () => {
  const { exchanges: tape } = readTape("26.7.3/rights-realm-administrators");
  const grants = (grant: string) => tape.find(({ request }) => request.body?.includes(`grant_type=${grant}`));
  for (const [grant, administrator] of [
    ["password", { user: "radmin", password: new SecretValue("Made-up-1234"), realm: "engineering" }],
    ["client_credentials", { client: "tierwright", secret: new SecretValue(SECRET), realm: "engineering" }],
  ] as const) {
    const recorded = grants(grant);
    const asked: string[] = [];
    const transport: Transport = async ({ url, body }) => {
      asked.push(`${new URL(url).pathname} ${new URLSearchParams(body?.toString() ?? "").get("grant_type")}`);
      return asked.length === 1 || asked.length === 3 ? answerOf(recorded?.response) : answerOf({ status: 200, body: "{}" });
    };
    let now = 0;
    const session = sessionOf(transport, administrator, () => now);
    const get = { method: "GET", url: `${ISSUER}/admin/realms/engineering`, headers: {}, body: null } as const;
    await session.send(get);
    now = 295_000;
    await session.send(get);
    const [path] = [recorded?.request.target];
    const renewal = grant === "password" ? "refresh_token" : "client_credentials";
    expect(asked).toEqual([
      `${path} ${grant}`,
      "/admin/realms/engineering null",
      `${path} ${renewal}`,
      "/admin/realms/engineering null",
    ]);
  }
});

function answerOf(response: { readonly status: number; readonly body: string | null } | null | undefined): IdpAnswer {
  return { status: response?.status ?? 0, headers: new Map(), type: "application/json", body: Buffer.from(response?.body ?? "") };
}

const asTransport =
  (at: RealmServer): Transport =>
  async ({ method, url, headers, body }) => {
    const made = at.handle({ method, url, headers, body });
    if (made === "hang-up") throw new Error("no answer");
    return answerOf(made);
  };

function sessionOf(ask: Transport, administrator: Administrator, now: () => number): AdminSession {
  return new AdminSession(ask, ISSUER, administrator, { now, pause: async () => {} }, new Concealed());
}
