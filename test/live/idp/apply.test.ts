import { describe, expect, test } from "vitest";
import type { RealmServer } from "../../support/live/realm.ts";
import { applied, freshRealm, newServer, planOf, SSO, told, wantedOf } from "./scene.ts";
import { eachNth } from "../../support/runs.ts";

type Stored = Parameters<NonNullable<RealmServer["habits"]["lies"]>>[1];

const USERS = "id\njdoe\nab\n";
const named = (list: readonly { name: string }[]) => list.map(({ name }) => name);
const clientOf = (server: RealmServer, clientId: string, realm = "engineering") =>
  server.realms.get(realm).clients.find((one: { clientId: string }) => one.clientId === clientId);

describe("[F6] a plan that was applied leaves nothing to plan", () => {
  test.each(
    eachNth(2, [
      ["a realm as the server makes it", () => freshRealm()],
      ["no realm at all", () => newServer()],
      ["a server that keeps the bounds of the profile as texts", () => freshRealm({ lies: textBounds })],
    ] as const),
  )("%s", async (_name, made) => {
    const server = made();
    const wanted = wantedOf(SSO, USERS);
    const result = await applied(server, wanted);
    expect(result.done.filter(({ outcome }) => outcome !== "stored")).toEqual([]);
    expect(result.notDone).toEqual([]);
    const { plan } = await planOf(server, wanted);
    expect([plan.changes, plan.notCompared]).toEqual([[], []]);
    const realm = server.realms.get("engineering");
    expect(named(realm.groups)).toEqual(["Systems.Engineering", "PLM Pilot"]);
    expect(realm.users.map(({ username }: { username: string }) => username)).toEqual(["jdoe", "ab"]);
    expect(Number(realm.profile.attributes[0].validations.length.min)).toBe(2);
    expect(named(realm.profile.groups)).toEqual(["user-metadata"]);
  });

  function textBounds(kind: string, stored: Stored) {
    const length = kind === "userProfile" ? stored.attributes[0].validations.length : null;
    if (length) Object.assign(length, { min: String(length.min), max: String(length.max) });
  }

  test("what is written is what realm.json says, with the secret of this moment", async () => {
    const server = freshRealm();
    await applied(server);
    expect(clientOf(server, "plm")).toMatchObject({
      name: "PLM",
      publicClient: false,
      directAccessGrantsEnabled: false,
      fullScopeAllowed: false,
      secret: "canary-of-the-client",
      redirectUris: ["https://plm.example.com:7001/tcsso/weblogin/oidc_callback"],
      attributes: { "post.logout.redirect.uris": "https://plm.example.com:3000/awc", "id.token.signed.response.alg": "RS256" },
    });
    expect(named(clientOf(server, "plm").protocolMappers)).toEqual(["uid", "userId"]);
    expect(clientOf(server, "wiki").secret).not.toContain("canary");
  });
});

describe("[F6] a server that answers 201 or 204 and stores something else is noticed", () => {
  type Lie = (stored: Stored, realm: Stored) => void;
  const LIES: readonly (readonly [kind: string, field: string, lie: Lie])[] = [
    ["realm", "realm engineering enabled", (stored) => Object.assign(stored, { enabled: false })],
    ["realm", "realm engineering accessTokenLifespan", (stored) => Object.assign(stored, { accessTokenLifespan: 1 })],
    [
      "userProfile",
      "userProfile username validations.length.min",
      (stored) => delete stored.attributes[0].validations.length.min,
    ],
    ["userProfile", "userProfile username attributes.lastName", (stored) => stored.attributes.pop()],
    ["scope", "scope plm protocol", (stored) => Object.assign(stored, { protocol: "saml" })],
    [
      "client",
      "client plm redirectUris",
      (stored) => Object.assign(stored, { redirectUris: stored.redirectUris.map((uri: string) => `${uri}/`) }),
    ],
    ["client", "client plm publicClient", (stored) => Object.assign(stored, { publicClient: true })],
    ["client", "client plm secret", (stored) => Object.assign(stored, { secret: "another" })],
    ["client", "client plm scopes", (stored) => Object.assign(stored, { defaultIds: [], optionalIds: [] })],
    ["client", "client plm attributes.post.logout.redirect.uris", (stored) => Object.assign(stored, { attributes: {} })],
    ["mapper", "mapper plm/uid config.claim.name", (stored) => Object.assign(stored.config, { "claim.name": "sub" })],
    ["group", "group PLM Pilot name", (stored) => Object.assign(stored, { name: `${stored.name}\r` })],
    ["group", "group PLM Pilot name", (stored, realm) => realm.groups.splice(realm.groups.indexOf(stored), 1)],
    ["user", "user jdoe username", (stored) => Object.assign(stored, { username: "jdoe2" })],
    ["user", "user jdoe username", (stored, realm) => realm.users.splice(realm.users.indexOf(stored), 1)],
  ];
  test.each(eachNth(2, LIES))("%s: %s", async (kind, field, lie) => {
    const server = freshRealm({ lies: (what, stored, realm) => what === kind && lie(stored, realm) });
    const wanted = wantedOf(
      SSO.replace("oidc: { clientId: plm,", "oidc: { clientId: plm, scope: [openid, profile, plm],"),
      USERS,
    );
    const { done } = await applied(server, wanted);
    const differs = done.filter(({ outcome }) => outcome === "differs");
    expect(differs.map(told)).toContain(field);
    expect(JSON.stringify(done)).not.toContain("canary");
    // what was not lied about is there
    expect(done.some(({ outcome }) => outcome === "stored")).toBe(true);
    const { plan } = await planOf(server, wanted);
    if (!/accessTokenLifespan|attributes\.lastName/.test(field)) expect(plan.changes.map(told)).toContain(field);
  });

  test("a group that was stored with a carriage return is told with it, and stands in the way of the next plan", async () => {
    const server = freshRealm({
      lies: (kind, stored) => kind === "group" && Object.assign(stored, { name: `${stored.name}\r` }),
    });
    const { done } = await applied(server);
    expect(done.find(({ id, resource }) => resource === "group" && id === "PLM Pilot")).toMatchObject({
      outcome: "differs",
      readBack: "PLM Pilot\r",
    });
    server.habits = {};
    const again = await planOf(server);
    expect(again.plan.changes.map(({ kind, id }) => [kind, id])).toEqual([
      ["add", "Systems.Engineering"],
      ["add", "PLM Pilot"],
      ["remove", "PLM Pilot\r"],
      ["remove", "Systems.Engineering\r"],
    ]);
    const pruned = await applied(server, wantedOf(), true);
    expect(pruned.done.every(({ outcome }) => outcome === "stored")).toBe(true);
    expect(named(server.realms.get("engineering").groups)).toEqual(["Systems.Engineering", "PLM Pilot"]);
  });
});

describe("[F6] what others have is never touched, and nothing is removed without --prune", () => {
  const crowded = () => {
    const server = freshRealm();
    const realm = server.realms.get("engineering");
    server.addClient(realm, {
      clientId: "plm",
      redirectUris: ["https://old.example.com/cb"],
      attributes: { "post.logout.redirect.uris": "https://a/##https://b/" },
    });
    server.addClient(realm, { clientId: "erp", redirectUris: ["https://erp.example.com/cb"] });
    realm.groups.push({ id: "11111111-1111-1111-1111-111111111111", name: "Others" });
    realm.users.push({ id: "22222222-2222-2222-2222-222222222222", username: "somebody" });
    return server;
  };

  test("addresses that sso.yaml does not have stay, and are told as not done", async () => {
    const server = crowded();
    const { done, notDone } = await applied(server);
    expect(done.filter(({ outcome }) => outcome !== "stored")).toEqual([]);
    expect(notDone.map(told)).toEqual([
      "client plm redirectUris",
      "client plm attributes.post.logout.redirect.uris",
      "client plm attributes.post.logout.redirect.uris",
    ]);
    expect(clientOf(server, "plm").redirectUris).toEqual([
      "https://old.example.com/cb",
      "https://plm.example.com:7001/tcsso/weblogin/oidc_callback",
    ]);
    expect(clientOf(server, "plm").attributes["post.logout.redirect.uris"]).toBe(
      "https://a/##https://b/##https://plm.example.com:3000/awc",
    );
  });

  test("with --prune they go; clients, groups and users of others stay all the same", async () => {
    const server = crowded();
    const before = JSON.stringify(clientOf(server, "erp"));
    const { done, notDone } = await applied(server, wantedOf(SSO, USERS), true);
    expect(done.filter(({ outcome }) => outcome !== "stored")).toEqual([]);
    expect(notDone).toEqual([]);
    expect(clientOf(server, "plm").redirectUris).toEqual(["https://plm.example.com:7001/tcsso/weblogin/oidc_callback"]);
    expect(JSON.stringify(clientOf(server, "erp"))).toBe(before);
    const { groups, users, clients } = server.realms.get("engineering");
    expect(named(groups)).toContain("Others");
    expect(users[0].username).toBe("somebody");
    expect(clients.map((one: { clientId: string }) => one.clientId)).toEqual(
      expect.arrayContaining(["account", "admin-cli", "broker"]),
    );
  });

  test("a mapper of another name that writes a wanted claim goes with --prune; one of another claim stays", async () => {
    const server = freshRealm();
    const protocolMappers = [
      { name: "old uid", config: { "claim.name": "uid" } },
      { name: "site", config: { "claim.name": "site" } },
    ];
    server.addClient(server.realms.get("engineering"), { clientId: "plm", protocolMappers });
    expect((await applied(server)).notDone.map(told)).toEqual(["mapper plm/old uid name"]);
    await applied(server, wantedOf(), true);
    expect(named(clientOf(server, "plm").protocolMappers)).toEqual(["site", "uid", "userId"]);
  });

  test("a look-alike group with members stays, with --prune too", async () => {
    const server = freshRealm();
    const { groups, users } = server.realms.get("engineering");
    groups.push({ id: "11111111-1111-1111-1111-111111111111", name: "plm pilot" });
    users.push({ id: "22222222-2222-2222-2222-222222222222", username: "x", groups: ["11111111-1111-1111-1111-111111111111"] });
    const { done } = await applied(server, wantedOf(), true);
    expect(done.at(-1)).toMatchObject({ outcome: "failed", says: "the group has members, and is not removed" });
    expect(named(groups)).toContain("plm pilot");
  });

  test("two environments share a realm: each applies its own, and neither plans anything for the other", async () => {
    const server = freshRealm();
    const other = SSO.replaceAll("id: plm,", "id: plm-b,")
      .replace("clientId: plm,", "clientId: plm-b,")
      .replaceAll("plm.example.com", "b.example.com");
    const both = [wantedOf(), wantedOf(other.replace("{ id: wiki", "{ id: wiki-b"))];
    for (const wanted of both)
      expect((await applied(server, wanted, true)).done.every(({ outcome }) => outcome === "stored")).toBe(true);
    for (const wanted of both) expect((await planOf(server, wanted)).plan.changes).toEqual([]);
  });
});

describe("[F6] an apply that stops half-way lists what was done and what was not, and can be run again", () => {
  const isWrite = (method: string, url: string) => method !== "GET" && url.includes("/admin/");

  test.each(eachNth(2, [1, 2, 3, 5, 8]))("after %i writes nobody answers any more", async (most) => {
    const server = freshRealm();
    let writes = 0;
    const { plan } = await planOf(server);
    server.habits = { instead: ({ method, url }) => (isWrite(method, url) && ++writes >= most ? "hang-up" : null) };
    const { done, notDone } = await applied(server);
    expect(
      done
        .filter(({ outcome }) => outcome === "failed")
        .every(({ says }) => says?.includes("whether it was stored is not known")),
    ).toBe(true);
    expect(new Set([...done, ...notDone].map(told)).size).toBe(new Set(plan.changes.map(told)).size);
    expect(notDone.every(({ why }) => why === "the identity provider did not answer any more")).toBe(true);
    server.habits = {};
    expect((await applied(server)).done.every(({ outcome }) => outcome === "stored")).toBe(true);
    expect((await planOf(server)).plan.changes).toEqual([]);
  });

  test("what was stored although its answer never came is in no next plan", async () => {
    const server = freshRealm();
    let lost = false;
    server.habits = {
      instead: (request) => {
        if (request.method !== "POST" || !request.url.endsWith("/clients") || lost) return null;
        lost = true;
        const { instead, ...habits } = server.habits;
        server.habits = habits;
        server.handle(request);
        return "hang-up";
      },
    };
    const { done } = await applied(server);
    expect(done.filter(({ outcome }) => outcome === "failed").every(({ id }) => id === "plm")).toBe(true);
    expect((await planOf(server)).plan.changes.map(told)).not.toContain("client plm name");
    await applied(server);
    expect((await planOf(server)).plan.changes).toEqual([]);
  });

  test("what is refused for itself stops nothing else", async () => {
    const { done } = await applied(freshRealm(), wantedOf(SSO, "id\njdoe\na;b\nx\n"));
    const failed = done.filter(({ outcome }) => outcome === "failed");
    expect(failed.map(told)).toEqual(["user a;b username", "user x username"]);
    expect(failed[0]?.says).toContain("answers 400: 'error-username-invalid-character' of username (username)");
    expect(failed[1]?.says).toContain("'error-invalid-length' of username (username, 2 and 255)");
    expect(done.find(({ id }) => id === "jdoe")?.outcome).toBe("stored");
  });

  test("two problems in one answer are both told", async () => {
    const { done } = await applied(freshRealm(), wantedOf(SSO, "id\n;\n"));
    expect(done.at(-1)?.says).toMatch(/'error-invalid-length' .* and 'error-username-invalid-character'/);
  });

  test("[F13] an administrator without any right is refused once for each part of the realm, and asks no more", async () => {
    const server = freshRealm();
    server.habits = {
      instead: ({ method, url }) =>
        isWrite(method, url)
          ? { status: 403, headers: { "content-type": "application/json" }, body: '{"error":"HTTP 403 Forbidden"}' }
          : null,
    };
    const { done, notDone } = await applied(server);
    expect(new Set(done.map(({ outcome }) => outcome))).toEqual(new Set(["failed"]));
    expect([...new Set(done.map(({ resource, id }) => `${resource} ${id}`))]).toEqual([
      "realm engineering",
      "client plm",
      "group Systems.Engineering",
    ]);
    expect(new Set(notDone.map(({ why }) => why))).toEqual(
      new Set(["realm", "clients", "users"].map((part) => `it needs the same right that is lacking above, manage-${part}`)),
    );
    expect(server.requests.filter(({ status }) => status === 403)).toHaveLength(3);
  });
});
