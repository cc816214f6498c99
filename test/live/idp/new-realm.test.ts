import { describe, expect, test } from "vitest";
import { realmDocument } from "../../../src/compiler/sso/realm.ts";
import { factsOf } from "../../compiler/sso/scene.ts";
import type { Json } from "../../support/live/realm-call.ts";
import type { RealmServer } from "../../support/live/realm.ts";
import { ADMINISTRATOR, applied, CLIENT_SECRET, freshRealm, newServer, planOf, SSO, told } from "./scene.ts";

const BASE = "https://idp.example.com:8443";

/** Imports realm.json by the administration's own request, as `kc.sh import` does. */
function imported(server: RealmServer): Json {
  const form = new URLSearchParams({
    client_id: "admin-cli",
    grant_type: "password",
    username: ADMINISTRATOR.user,
    password: ADMINISTRATOR.password,
  });
  const signed = server.handle({
    method: "POST",
    url: `${BASE}/realms/master/protocol/openid-connect/token`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form.toString(),
  });
  const token = signed === "hang-up" ? "" : JSON.parse(signed.body).access_token;
  const made = server.handle({
    method: "POST",
    url: `${BASE}/admin/realms`,
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(realmDocument(factsOf(SSO), () => CLIENT_SECRET)),
  });
  expect(made).toMatchObject({ status: 201 });
  return realmOf(server);
}

const realmOf = (server: RealmServer): Json => server.realms.get("engineering");

/** Names in the place of the ids that each server gives, and no secret that the server made itself. */
function comparable(realm: Json): Json {
  const scopes = new Map(realm.scopes.map(({ id, name }: Json) => [id, name]));
  const clients = realm.clients.map(({ id, secret, defaultIds, optionalIds, protocolMappers, attributes, ...rest }: Json) => {
    const {
      "client.secret.creation.time": _time,
      // a POST of a client adds these two, the making of a realm does not
      "backchannel.logout.session.required": _session,
      "backchannel.logout.revoke.offline.tokens": _revoke,
      ...own
    } = attributes;
    return {
      ...rest,
      attributes: own,
      scopes: [defaultIds.map((one: string) => scopes.get(one)), optionalIds.map((one: string) => scopes.get(one))],
      mappers: protocolMappers.map(({ id: _id, ...mapper }: Json) => mapper),
      ...(rest.clientId === "plm" ? { secret } : {}),
    };
  });
  const { id, ...settings } = realm.settings;
  const groups = realm.groups.map(({ name, path }: Json) => [name, path]);
  return { settings, profile: realm.profile, clients, groups, scopes: [...scopes.values()] };
}

const requiredOf = (realm: Json): readonly string[] =>
  realm.profile.attributes.filter(({ required }: Json) => required).map(({ name }: Json) => name);

describe("[F13] a realm that apply makes equals the one that realm.json makes", () => {
  test("nothing differs but ids: settings, user profile, clients with their mappers, scopes and secrets, groups", async () => {
    const server = newServer();
    const { done } = await applied(server);
    expect(done.filter(({ outcome }) => outcome !== "stored")).toEqual([]);
    expect(comparable(realmOf(server))).toEqual(comparable(imported(newServer())));
    expect(requiredOf(realmOf(server))).toEqual([]);
    expect(server.requests.filter(({ method, path }) => method === "PUT" && path.endsWith("/users/profile"))).toEqual([]);
  });

  test("an import that is there already has nothing to be changed", async () => {
    const server = newServer();
    imported(server);
    expect((await planOf(server)).plan.changes).toEqual([]);
  });

  test("of a realm that was made in the console the plan says that e-mail and names are required, and apply ends that", async () => {
    const server = freshRealm();
    realmOf(server).profile.attributes.push({ name: "dept", required: { roles: ["user"] }, annotations: { inputType: "text" } });
    const before = structuredClone(realmOf(server).profile);
    const { plan } = await planOf(server);
    expect(plan.changes.filter(({ resource, field }) => resource === "userProfile" && field === "required")).toEqual(
      ["email", "firstName", "lastName"].map((id) => ({
        resource: "userProfile",
        id,
        field: "required",
        kind: "set",
        before: true,
        after: false,
        secret: false,
      })),
    );
    const { done } = await applied(server);
    expect(done.filter(({ outcome }) => outcome !== "stored")).toEqual([]);
    // what others require stays required
    expect(requiredOf(realmOf(server))).toEqual(["dept"]);
    for (const one of before.attributes) if (one.name !== "dept") delete one.required;
    before.attributes[0].validations.length.min = 2;
    expect(realmOf(server).profile).toEqual(before);
  });

  test("an attribute that somebody took out of the profile is asked of nobody, and is not put in again", async () => {
    const server = freshRealm();
    const { profile } = realmOf(server);
    profile.attributes = profile.attributes.filter(({ name }: Json) => name !== "lastName");
    await applied(server);
    expect(realmOf(server).profile.attributes.map(({ name }: Json) => name)).toEqual(["username", "email", "firstName"]);
    expect((await planOf(server)).plan.changes).toEqual([]);
  });

  test("a profile that somebody emptied gets the attributes that the server cannot be without", async () => {
    const server = freshRealm();
    realmOf(server).profile = { groups: [] };
    const { done } = await applied(server);
    expect(done.filter(({ outcome }) => outcome !== "stored")).toEqual([]);
    expect(realmOf(server).profile.attributes.map(({ name }: Json) => name)).toEqual([
      "username",
      "email",
      "firstName",
      "lastName",
    ]);
  });
});

describe("[F13] attributes of the user profile keep their place", () => {
  const ORDER = ["dept", "email", "lastName", "username", "site", "firstName"];
  const ordered = (habits?: RealmServer["habits"]) => {
    const server = freshRealm(habits);
    const { profile } = realmOf(server);
    const known = new Map(profile.attributes.map((one: Json) => [one.name, one]));
    profile.attributes = ORDER.map((name) => known.get(name) ?? { name, permissions: { view: ["admin"], edit: ["admin"] } });
    return server;
  };
  const order = (server: RealmServer) => realmOf(server).profile.attributes.map(({ name }: Json) => name);

  test("when one is changed", async () => {
    const server = ordered();
    const { done } = await applied(server);
    expect(done.filter(({ outcome }) => outcome !== "stored")).toEqual([]);
    expect(order(server)).toEqual(ORDER);
  });

  test("a server that puts them in another order is found out", async () => {
    const server = ordered({
      lies: (kind, stored) => kind === "userProfile" && stored.attributes.sort((a: Json, b: Json) => (a.name < b.name ? -1 : 1)),
    });
    const { done } = await applied(server);
    expect(done.filter(({ outcome }) => outcome === "differs").map(told)).toContain(
      "userProfile username the order of its attributes",
    );
  });
});
