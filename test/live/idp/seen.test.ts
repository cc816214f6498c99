import { describe, expect, test } from "vitest";
import { inProcess } from "../../support/live/live.ts";
import type { RealmRequest, RealmServer } from "../../support/live/realm.ts";
import { liveRealm } from "../../support/live/realm-live.ts";
import { Replay } from "../../support/live/replay.ts";
import { RECORDED_ORIGIN, readTape, VERSIONS } from "../../support/live/tapes.ts";
import { idp, REALM_SSO, repository, SSO_FILE } from "./repository.ts";
import { freshRealm, newServer } from "./scene.ts";

const flat = (text: string) => text.replace(/\s+/g, " ");
const VIEWS = ["view-realm", "view-clients", "view-users"];
const USER = { id: "11111111-1111-1111-1111-111111111111", username: "jdoe", enabled: true };

/** A realm in which everything is there already. */
function fullRealm(roles: readonly string[], version: (typeof VERSIONS)[number] = "26.7.3"): RealmServer {
  const server = freshRealm({ roles, version });
  const realm = server.realms.get("engineering");
  server.addClient(realm, { clientId: "plm" });
  realm.groups.push({ id: USER.id, name: "Systems.Engineering", path: "/Systems.Engineering", subGroups: [] });
  realm.users.push({ ...USER }, { ...USER, id: "22222222-2222-2222-2222-222222222222", username: "ab" });
  return server;
}

const give = (...roles: readonly string[]) =>
  `root has no right to this: give it the ${roles.length === 1 ? "role" : "roles"} ${roles.join(" and ")} of client engineering-realm`;

const plan = (server: RealmServer, folder = repository()) => idp(folder, server, ["plan", "demo", "--out", "p.json"]);
const writes = ({ requests }: RealmServer) =>
  requests.filter(({ method, path }) => method !== "GET" && path.startsWith("/admin"));

describe.each(VERSIONS)("[F13] what may exist and could not be seen is never planned as new, on %s", (version) => {
  test.each<readonly [roles: readonly string[], lacking: readonly string[]]>([
    [["view-realm", "view-users", "query-clients"], ["view-clients"]],
    [["view-realm", "view-users"], ["view-clients"]],
    [["view-realm", "view-clients", "query-users"], ["view-users"]],
    [["view-realm", "view-clients", "query-groups"], ["view-users"]],
    [["view-realm", "view-clients", "query-users", "query-groups"], ["view-users"]],
    [["view-clients", "view-users"], ["view-realm"]],
    [["view-realm"], ["view-clients", "view-users"]],
    [["create-realm"], ["view-realm"]],
  ])("with %o: 3, and the right that is lacking", async (roles, lacking) => {
    const { code, out, err } = await plan(fullRealm(roles, version));
    expect([code, out]).toEqual([3, ""]);
    expect(flat(err)).toContain("; nothing was changed");
    expect(flat(err)).toContain(lacking[0] === "view-realm" && roles[0] === "create-realm" ? "view-realm" : give(...lacking));
  });

  test("without any role: 3 for a realm that the account may not see", async () => {
    const { code, err } = await plan(fullRealm([], version));
    expect([code, flat(err).includes("answers 403: 'HTTP 403 Forbidden'")]).toEqual([3, true]);
  });

  test("a neighbour: with the three rights to view, what is there is compared, and what is not is new", async () => {
    const folder = repository();
    const { code, out } = await plan(fullRealm(VIEWS, version), folder);
    expect([code, /^\+/m.test(out), out.includes("~ client plm")]).toEqual([0, false, true]);
    const empty = await plan(freshRealm({ roles: VIEWS, version }), folder);
    expect(empty.code).toBe(0);
    expect(empty.out).toContain("+ client plm\n");
    expect(empty.out).toContain("+ group Systems.Engineering\n+ user jdoe\n+ user ab\n");
  });

  test.each([[["query-users", "view-realm"]], [["query-users", "query-groups", "view-realm"]]])(
    "idp users judges nobody by a list that cannot be trusted: %o",
    async (roles) => {
      for (const server of [fullRealm(roles, version), freshRealm({ roles, version })]) {
        const { code, out, err } = await idp(repository(), server, ["users", "demo"]);
        expect([code, out]).toEqual([3, ""]);
        expect(flat(err)).toContain(give("view-users"));
      }
    },
  );

  test("a neighbour: a realm that has no users says so, with 1 for each that is missing", async () => {
    const { code, out } = await idp(repository(), freshRealm({ roles: VIEWS, version }), ["users", "demo"]);
    expect([code, flat(out).includes("against 0 usernames")]).toEqual([1, true]);
    const all = await idp(repository(), fullRealm(["view-users"], version), ["users", "demo", "--format", "json"]);
    expect(JSON.parse(all.out)).toMatchObject({ export: { count: 2 } });
  });
});

describe("[F13] a realm is absent only where its discovery says so, too", () => {
  const created = "there is no realm engineering yet: it would be made";

  test("neighbours: a realm that is rightly absent is planned as new, and made", async () => {
    const folder = repository();
    const server = newServer();
    const { code, out } = await plan(server, folder);
    expect([code, flat(out).includes(created)]).toEqual([0, true]);
    expect(server.requests.map(({ path }) => path)).toContain("/realms/engineering/.well-known/openid-configuration");
    expect((await idp(folder, server, ["apply", "p.json"])).code).toBe(0);
  });

  test.each([["hidden"], ["off"]] as const)(
    "an admin API that is %s: 3 for plan and users, and nothing is planned",
    async (admin) => {
      for (const made of [freshRealm, newServer])
        for (const words of [
          ["plan", "demo", "--out", "p.json"],
          ["users", "demo"],
        ]) {
          const server = made({ admin });
          const { code, out, err } = await idp(repository(), server, words);
          if (made === newServer && words[0] === "users") {
            expect([code, flat(err).includes("there is no realm engineering, and so no user of it")]).toEqual([1, true]);
            continue;
          }
          expect([code, out]).toEqual([3, ""]);
          expect(flat(err)).toContain(
            "a proxy may pass /realms on and hide /admin, or the server runs with its admin API switched off",
          );
          expect(writes(server)).toEqual([]);
        }
    },
  );

  const instead = (matches: RegExp, status: number, body: string, type = "text/html") => ({
    instead: ({ url }: RealmRequest) =>
      matches.test(new URL(url).pathname) ? { status, headers: { "content-type": type }, body } : null,
  });
  const JSON_TYPE = "application/json";

  test.each<readonly [words: string, server: () => RealmServer, says: string]>([
    [
      "the admin API has none and the discovery answers",
      () => freshRealm(instead(/^\/admin\/realms\/engineering$/, 404, '{"error":"Realm not found."}', JSON_TYPE)),
      "and the discovery of the realm answers, as https://idp.example.com:8443/realms/engineering",
    ],
    [
      "the admin API has it and the discovery has not",
      () => freshRealm(instead(/well-known/, 404, '{"error":"Realm does not exist"}', JSON_TYPE)),
      "the admin API has a realm engineering, and its discovery says that there is none",
    ],
    [
      "only a part of the admin API is hidden",
      () => freshRealm(instead(/client-scopes$/, 404, "<html>Not Found</html>")),
      "/client-scopes answers 404 with a page where data is expected",
    ],
    [
      "a login page answers with 200",
      () => freshRealm(instead(/^\/admin/, 200, "<html>sign in to the hotel</html>")),
      "answers 200 with a page where data is expected",
    ],
    [
      "an object answers where a list is expected",
      () => freshRealm(instead(/\/clients$/, 200, '{"items":[]}', JSON_TYPE)),
      "answers something else than a list",
    ],
    [
      "a proxy forbids it: no role is named",
      () => freshRealm(instead(/^\/admin/, 403, "<html>Forbidden</html>")),
      "something before the identity provider forbids it",
    ],
    [
      "no Keycloak at all: everything is 404 with a page",
      () => freshRealm(instead(/./, 404, "<html>Not Found</html>")),
      "the token endpoint of realm master answers 404 with a page where data is expected",
    ],
    [
      "no Keycloak at all: everything is 200 with a page",
      () => freshRealm(instead(/./, 200, "<html>Welcome</html>")),
      "and no token",
    ],
    [
      "the realm is hidden, and its discovery is a page",
      () => newServer(instead(/well-known/, 404, "<html>Not Found</html>")),
      "what answers there is no server of the Keycloak family",
    ],
  ])("3 where %s", async (_words, made, says) => {
    const server = made();
    const { code, out, err } = await plan(server);
    expect([code, out]).toEqual([3, ""]);
    expect(flat(err)).toContain(says);
    expect(flat(err)).not.toContain("give it the role");
    expect(writes(server)).toEqual([]);
  });

  test("a control that is a page says nothing of the right to view users", async () => {
    expect((await plan(freshRealm(instead(/attack-detection/, 404, "<html>Not Found</html>")))).code).toBe(0);
  });

  test("a built-in client that a site removed is not the only one; scopes of its own are enough", async () => {
    const server = freshRealm({ roles: VIEWS });
    const realm = server.realms.get("engineering");
    realm.clients = realm.clients.filter(({ clientId }: { clientId: string }) => clientId === "admin-cli");
    realm.scopes = [{ id: USER.id, name: "email", protocol: "openid-connect" }];
    const files = { [SSO_FILE]: REALM_SSO };
    expect((await plan(server, repository(files))).out).toContain("+ client scope profile");
    realm.scopes = [{ id: USER.id, name: "own", protocol: "openid-connect" }];
    expect((await plan(server, repository(files))).out).toContain("+ client scope profile");
  });
});

describe("[F13] as the recordings have it", () => {
  const played = async (name: Parameters<typeof readTape>[0], roles: readonly string[], words: readonly string[]) => {
    const server = fullRealm(roles, name.startsWith("26.0.7") ? "26.0.7" : "26.7.3");
    const replay = new Replay(readTape(name), { otherwise: liveRealm(server) });
    const exchange = inProcess({ [RECORDED_ORIGIN]: replay.live });
    return { ...(await idp(repository(), exchange, words)), played: replay.played.length };
  };

  test.each(VERSIONS)("rights-query-only on %s: view-clients is lacking", async (version) => {
    const roles = ["view-realm", "view-users", "query-clients"];
    const { code, err, played: answered } = await played(`${version}/rights-query-only`, roles, ["plan", "demo"]);
    expect([code, flat(err).includes(give("view-clients")), answered > 4]).toEqual([3, true, true]);
  });

  test.each(["26.7.3/proxy-without-admin", "26.7.3/admin-api-off", "26.0.7/admin-api-off"] as const)("%s: 3", async (name) => {
    const { code, err } = await played(name, VIEWS, ["plan", "demo"]);
    expect([code, flat(err).includes("hide /admin")]).toEqual([3, true]);
  });

  test("rights-none: 3, and view-realm is lacking first", async () => {
    const { code, err } = await played("26.7.3/rights-none", [], ["plan", "demo"]);
    expect([code, flat(err).includes("view-realm")]).toEqual([3, true]);
  });
});

describe("[F13] a right that is lacking for one thing stops what needs the same, not everything (K13)", () => {
  test.each(VERSIONS)("manage-clients without manage-realm and manage-users on %s: the client is written", async (version) => {
    const folder = repository();
    const server = freshRealm({ roles: [...VIEWS, "manage-clients"], version });
    await plan(server, folder);
    const { code, out } = await idp(folder, server, ["apply", "p.json"]);
    expect(code).toBe(1);
    expect(out).toMatch(/✗ realm engineering\n[^✗]*answers 403/);
    expect(out).toContain("✓ client plm  16 fields stored, read back");
    expect(out).toMatch(/✗ group Systems\.Engineering\n[^✗]*answers 403/);
    expect(flat(out)).toContain(
      "- user profile, attribute username validations.length.min: not done, it needs the same right that is lacking above, manage-realm",
    );
    expect(flat(out)).toContain("- user jdoe username: not done, it needs the same right that is lacking above, manage-users");
    expect(server.requests.filter(({ status }) => status === 403)).toHaveLength(2);
    expect(server.realms.get("engineering").clients.at(-1).clientId).toBe("plm");
  });

  test("a realm that could not be made stops everything, for everything is in it", async () => {
    const [folder, server] = [repository(), newServer()];
    await plan(server, folder);
    server.habits = { roles: [] };
    const { code, out } = await idp(folder, server, ["apply", "p.json"]);
    expect([code, server.requests.filter(({ status }) => status === 403).length]).toEqual([1, 1]);
    expect(flat(out)).toContain("give it the realm role create-realm");
    expect(flat(out)).toContain("not done, the realm could not be made, and everything else is in it");
  });
});

describe("[F13] a saved plan of another server", () => {
  test("is wrong use: 2, and nothing is written", async () => {
    const folder = repository();
    await plan(freshRealm({ hostname: "https://staging.example.com" }), folder);
    const other = freshRealm({ hostname: "https://idp.example.com:8443" });
    const { code, err } = await idp(folder, other, ["apply", "p.json"]);
    expect([code, writes(other)]).toEqual([2, []]);
    expect(flat(err)).toContain(
      "the plan was made against https://staging.example.com/realms/engineering, and what answers is https://idp.example.com:8443/realms/engineering; nothing was written",
    );
  });

  test("a neighbour: a realm that moved is 1, a realm that could not be seen any more is 3", async () => {
    const folder = repository();
    const server = freshRealm();
    await plan(server, folder);
    server.realms.get("engineering").settings.sslRequired = "none";
    expect((await idp(folder, server, ["apply", "p.json"])).code).toBe(1);
    server.habits = { roles: ["view-realm", "query-clients", "view-users"] };
    expect((await idp(folder, server, ["apply", "p.json"])).code).toBe(3);
    server.habits = { admin: "hidden" };
    expect((await idp(folder, server, ["apply", "p.json"])).code).toBe(3);
    expect(writes(server)).toEqual([]);
  });
});
