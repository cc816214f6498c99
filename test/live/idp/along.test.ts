import { describe, expect, test } from "vitest";
import type { RealmServer } from "../../support/live/realm.ts";
import { VERSIONS } from "../../support/live/tapes.ts";
import { idp, REALM_SSO, repository, SSO_FILE } from "./repository.ts";
import { adminOf, applied, freshRealm, planOf, wantedOf } from "./scene.ts";
import type { Wanted } from "../../../src/live/idp/state.ts";
import { applyChanges } from "../../../src/live/idp/apply.ts";

const flat = (text: string) => text.replace(/\s+/g, " ");
const GROUP = "11111111-1111-1111-1111-111111111111";
type Json = ReturnType<RealmServer["addRealm"]>;

const clientOf = (server: RealmServer): Json =>
  server.realms.get("engineering").clients.find((one: Json) => one.clientId === "plm");
const accountOf = (server: RealmServer): Json | undefined =>
  server.realms.get("engineering").users.find((one: Json) => one.serviceAccountClientId !== undefined);

/** A realm whose client has a service account with a role and a group that somebody gave it. */
function withAccount(version: (typeof VERSIONS)[number] = "26.7.3"): RealmServer {
  const server = freshRealm({ version });
  const realm = server.realms.get("engineering");
  server.addClient(realm, { clientId: "plm", name: "PLM", serviceAccountsEnabled: true });
  realm.groups.push({ id: GROUP, name: "Jobs", path: "/Jobs", subGroups: [] });
  Object.assign(accountOf(server), { roles: ["role-04"], groups: [GROUP] });
  return server;
}

const removals = async (server: RealmServer, wanted = wantedOf()) =>
  (await planOf(server, wanted)).plan.changes
    .filter(({ id, kind }) => id === "plm" && kind === "remove")
    .map(({ field, before }) => `${field} ${before}`);

describe.each(VERSIONS)("[F13] a service account that is turned off, on %s", (version) => {
  const own = [
    "serviceAccount.user service-account-plm",
    "serviceAccount.roles default-roles-engineering",
    "serviceAccount.roles role-04",
    "serviceAccount.groups Jobs",
    ...(version === "26.7.3" ? ["serviceAccount.scopes service_account"] : []),
  ];

  test("its user, roles, groups and scope are removals of the plan", async () => {
    expect(await removals(withAccount(version))).toEqual(own);
  });

  test("nothing of it is written without --prune: it is not done, with what would go; the rest of the client is", async () => {
    const server = withAccount(version);
    const { done, notDone } = await applied(server);
    expect(done.filter(({ outcome }) => outcome !== "stored")).toEqual([]);
    expect(notDone.map(({ field }) => field)).toEqual(["serviceAccountsEnabled", ...own.map((one) => one.split(" ")[0])]);
    expect(notDone[0]?.why).toMatch(
      /^the server would delete serviceAccount\.user service-account-plm, .*role-04.* along with it, and nothing is removed without --prune$/,
    );
    expect([clientOf(server).serviceAccountsEnabled, clientOf(server).fullScopeAllowed]).toEqual([true, false]);
    expect(accountOf(server)?.roles).toEqual(["role-04"]);
    expect((await planOf(server)).plan.changes.map(({ field }) => field)).toContain("serviceAccountsEnabled");
  });

  test("with --prune it is written, all of it is read back, and the next plan is empty", async () => {
    const server = withAccount(version);
    const { done, notDone, added } = await applied(server, wantedOf(), true);
    expect(done.filter(({ outcome }) => outcome !== "stored")).toEqual([]);
    expect(done.filter(({ field }) => field.startsWith("serviceAccount."))).toHaveLength(own.length);
    expect([notDone, accountOf(server)]).toEqual([[], undefined]);
    expect(added.filter(({ usual }) => !usual)).toEqual([]);
    expect((await planOf(server)).plan.changes).toEqual([]);
  });

  test("a server that keeps the user is noticed, by the user and not by the client's switch", async () => {
    const server = withAccount(version);
    const kept = { ...accountOf(server) };
    server.habits = { version, lies: (kind, _stored, realm) => kind === "client" && realm.users.push(kept) };
    const { done } = await applied(server, wantedOf(), true);
    expect(done.filter(({ outcome }) => outcome === "differs").map(({ field }) => field)).toEqual(
      expect.arrayContaining(["serviceAccount.user", "serviceAccount.roles"]),
    );
  });

  test("by the command: the plan says it in words, apply ends 0 with --prune and without", async () => {
    const folder = repository({ [SSO_FILE]: REALM_SSO.replace("  users: users.csv\n", "") });
    const server = withAccount(version);
    const { out } = await idp(folder, server, ["plan", "demo", "--out", "p.json"]);
    expect(flat(out)).toContain(
      "~ serviceAccountsEnabled: true → false (with --prune alone: the server deletes more along with it)",
    );
    expect(flat(out)).toContain("- serviceAccount.roles: role-04 (deleted along with it, with --prune alone)");
    expect(flat(out)).toContain(`${own.length} removals and 1 change that brings some about with --prune alone`);
    const page = await idp(folder, server, ["plan", "demo", "--format", "markdown"]);
    expect(page.out).toContain(
      "| − |  | `serviceAccount.user` | `service-account-plm (deleted along with it, with --prune alone)` |",
    );
    const first = await idp(folder, server, ["apply", "p.json"]);
    expect([first.code, accountOf(server)?.roles]).toEqual([0, ["role-04"]]);
    expect(flat(first.out)).toContain("- client plm serviceAccountsEnabled: not done, the server would delete");
    await idp(folder, server, ["plan", "demo", "--out", "p.json"]);
    const second = await idp(folder, server, ["apply", "p.json", "--prune"]);
    expect([second.code, accountOf(server)]).toEqual([0, undefined]);
    expect((await idp(folder, server, ["plan", "demo"])).out).toContain("nothing would change");
  });

  test("a role that the account was given meanwhile is no part of the plan: it is refused", async () => {
    const folder = repository();
    const server = withAccount(version);
    await idp(folder, server, ["plan", "demo", "--out", "p.json"]);
    accountOf(server)?.roles.push("role-05");
    const { code, err } = await idp(folder, server, ["apply", "p.json", "--prune"]);
    expect([code, flat(err).includes("has moved since the plan was made")]).toEqual([1, true]);
    expect(accountOf(server)?.roles).toEqual(["role-04", "role-05"]);
  });
});

describe("[F13] honest neighbours", () => {
  test("a client without a service account: nothing is asked of one, and nothing is removed", async () => {
    const server = freshRealm();
    server.addClient(server.realms.get("engineering"), { clientId: "plm", serviceAccountsEnabled: false });
    expect(await removals(server)).toEqual([]);
    expect(server.requests.filter(({ path }) => /service-account-user|role-mappings/.test(path))).toEqual([]);
    expect((await applied(server)).notDone).toEqual([]);
  });

  test("a client that does not exist yet is made without one", async () => {
    const { notDone, done } = await applied(freshRealm());
    expect([notDone, done.filter(({ outcome }) => outcome !== "stored")]).toEqual([[], []]);
  });

  test("a scope that is assigned to a client that is there is no change that nobody wanted", async () => {
    const server = freshRealm();
    const scopes = ["profile", "web-origins"];
    server.addClient(server.realms.get("engineering"), {
      clientId: "plm",
      defaultClientScopes: scopes,
      optionalClientScopes: [],
    });
    const { done } = await applied(server);
    expect(done.filter(({ outcome }) => outcome !== "stored")).toEqual([]);
  });
});

describe("[F13] an authorization server that would go", () => {
  const some = (count: number, key: string) => Array.from({ length: count }, (_, i) => ({ [key]: `x${i}` }));
  const wanted = (changes: Readonly<Record<string, boolean>>): readonly Wanted[] =>
    wantedOf().map((one) =>
      one.resource === "client" && one.id === "plm"
        ? { ...one, fields: new Map([...one.fields, ...Object.entries(changes)]), body: { ...one.body, ...changes } }
        : one,
    );
  const withServer = () => {
    const server = freshRealm();
    server.addClient(server.realms.get("engineering"), {
      clientId: "plm",
      authorizationServicesEnabled: true,
      authorization: { resource: some(3, "_id"), policy: some(250, "id"), permission: some(1, "id") },
    });
    return server;
  };
  const gone = ["authorizationServer.resources 3", "authorizationServer.policies 250", "authorizationServer.permissions 1"];

  test.each([[{ authorizationServicesEnabled: false }], [{ publicClient: true }], [{ bearerOnly: true }]])(
    "along with %o: counted in the plan, and written with --prune alone",
    async (changes) => {
      const server = withServer();
      const own = wanted(changes);
      expect(await removals(server, own)).toEqual(gone);
      const [field = ""] = Object.keys(changes);
      const { notDone } = await applied(server, own);
      expect(notDone.map((one) => one.field)).toEqual([field, ...gone.map((one) => one.split(" ")[0])]);
      expect(clientOf(server).authorization.resource).toHaveLength(3);
      const { plan } = await planOf(server, own);
      const pruned = await applyChanges(adminOf(server), own, plan.changes, true);
      expect(pruned.done.filter((one) => one.field.startsWith("authorizationServer.")).map(({ outcome }) => outcome)).toEqual([
        "stored",
        "stored",
        "stored",
      ]);
      expect(clientOf(server).authorization).toBeUndefined();
    },
  );

  test("a neighbour stays: what sso.yaml says leaves it alone, and no write turns it off", async () => {
    const server = withServer();
    expect(await removals(server)).toEqual([]);
    await applied(server, wantedOf(), true);
    expect(clientOf(server).authorization.policy).toHaveLength(250);
  });
});
