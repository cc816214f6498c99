import { describe, expect, test } from "vitest";
import type { RealmRequest } from "../../support/live/realm.ts";
import { idp, repository } from "./repository.ts";
import { freshRealm, newServer } from "./scene.ts";

const flat = (text: string) => text.replace(/\s+/g, " ");
const FORBIDDEN = { status: 403, headers: { "content-type": "application/json" }, body: '{"error":"HTTP 403 Forbidden"}' };
const REALM = "/admin/realms/engineering";

type Asks = (request: RealmRequest, path: string) => boolean;
const path = ({ url }: RealmRequest): string => new URL(url).pathname;
const at =
  (method: RealmRequest["method"], what: RegExp): Asks =>
  (request, asked) =>
    request.method === method && what.test(asked);

/** A server that forbids some of what it is asked. */
function forbidding(asks: Asks, made = freshRealm) {
  const server = made();
  server.habits = { instead: (request) => (asks(request, path(request)) ? FORBIDDEN : null) };
  return server;
}

const give = (role: string) =>
  `root has no right to this: give it the role ${role} of client engineering-realm (in realm master, under Users, root, Role mapping), or the realm role admin, which has all of them`;

describe("[F6] which right an administrator lacks is named", () => {
  test.each<readonly [asks: Asks, role: string]>([
    [at("GET", /engineering$/), "view-realm"],
    [at("GET", /users\/profile$/), "view-realm"],
    [at("GET", /client-scopes$/), "view-clients"],
    [at("GET", /clients$/), "view-clients"],
    [at("GET", /groups$/), "view-users"],
    [at("GET", /users\/count$/), "view-users"],
  ])("by idp plan: %s needs %s", async (asks, role) => {
    const { code, err } = await idp(repository(), forbidding(asks), ["plan", "demo"]);
    expect(code).toBe(3);
    expect(flat(err)).toMatch(
      /GET https:\/\/idp\.example\.com:8443\/admin\/realms\/engineering\S* answers 403: 'HTTP 403 Forbidden'; nothing was changed/,
    );
    expect(flat(err)).toContain(give(role));
  });

  async function applied(asks: Asks, made = freshRealm) {
    const [folder, server] = [repository(), made()];
    await idp(folder, server, ["plan", "demo", "--out", "p.json"]);
    server.habits = { instead: (request) => (asks(request, path(request)) ? FORBIDDEN : null) };
    return idp(folder, server, ["apply", "p.json"]);
  }

  test.each<readonly [asks: Asks, role: string]>([
    [at("PUT", /engineering$/), "manage-realm"],
    [at("PUT", /users\/profile$/), "manage-realm"],
    [at("POST", /clients$/), "manage-clients"],
    [at("GET", /client-secret$/), "view-clients"],
    [at("POST", /groups$/), "manage-users"],
    [at("POST", /users$/), "manage-users"],
  ])("by idp apply: %s needs %s", async (asks, role) => {
    const { code, out } = await applied(asks);
    expect(code).toBe(1);
    expect(flat(out)).toContain(give(role));
  });

  test("a realm that is to be made needs create-realm", async () => {
    const { out } = await applied(at("POST", /\/admin\/realms$/), newServer);
    expect(flat(out)).toContain("give it the realm role create-realm (in realm master, under Users, root, Role mapping)");
  });

  test("the whole of what a person reads: what failed and why, what to do, what is left, each field once", async () => {
    const { out } = await applied(at("POST", /clients$/));
    expect(out.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")).toBe(`✓ realm engineering  1 field stored, read back
✓ user profile, attribute username  1 field stored, read back
✓ user profile, attribute email  1 field stored, read back
✓ user profile, attribute firstName  1 field stored, read back
✓ user profile, attribute lastName  1 field stored, read back
✗ client plm
    name, enabled, protocol, publicClient and 11 more fields: failed: POST
    https://idp.example.com:8443${REALM}/clients answers 403:
    'HTTP 403 Forbidden'
    root has no right to this: give it the role manage-clients of client
    engineering-realm (in realm master, under Users, root, Role mapping), or the
    realm role admin, which has all of them
✓ group Systems.Engineering  1 field stored, read back
✓ user jdoe  1 field stored, read back
✓ user ab  1 field stored, read back
+ realm engineering: the server added attributes.clientSessionIdleTimeout =
    0, attributes.clientSessionMaxLifespan = 0,
    attributes.clientOfflineSessionIdleTimeout = 0,
    attributes.clientOfflineSessionMaxLifespan = 0, attributes.scimApiEnabled =
    false, as it does whenever a realm is written

demo, realm engineering: 8 fields stored and read back, 16 failed
nothing that was stored is undone; plan again for what is left: a new plan has
no more than that
`);
  });

  test("a field with several values that were refused is named once", async () => {
    const server = freshRealm();
    const folder = repository();
    server.addClient(server.realms.get("engineering"), { clientId: "plm" });
    const client = server.realms.get("engineering").clients.at(-1);
    Object.assign(client, { defaultIds: [], optionalIds: [] });
    await idp(folder, server, ["plan", "demo", "--out", "p.json"]);
    server.habits = { instead: (request) => (at("PUT", /default-client-scopes/)(request, path(request)) ? FORBIDDEN : null) };
    const { out } = await idp(folder, server, ["apply", "p.json"]);
    expect(out).not.toContain("scopes, scopes");
    // the whole address, however long: who reads it has to find the request in the server's log
    expect(flat(out)).toMatch(
      /PUT https:\/\/idp\.example\.com:8443\/admin\/realms\/engineering\/clients\/[0-9a-f-]{36}\/default-client-scopes\/[0-9a-f-]{36} answers 403/,
    );
    expect(out).not.toMatch(/\d+ characters\)/);
  });

  test("what is not done is listed in words: a few fields by name, the rest by number, and each reason apart", async () => {
    const [folder, server] = [repository(), freshRealm()];
    server.addClient(server.realms.get("engineering"), {
      clientId: "plm",
      redirectUris: ["https://old.example.com/cb"],
      name: "Old",
    });
    await idp(folder, server, ["plan", "demo", "--out", "p.json"]);
    server.habits = { instead: (request) => (at("PUT", /engineering$/)(request, path(request)) ? FORBIDDEN : null) };
    const { out } = await idp(folder, server, ["apply", "p.json"]);
    expect(flat(out)).toContain(
      "- user profile, attribute username validations.length.min: not done, it needs the same right that is lacking above, manage-realm",
    );
    expect(flat(out)).toContain("- client plm redirectUris: not done, nothing is removed without --prune");
    const busy = { status: 503, headers: {}, body: "" };
    const second = freshRealm();
    await idp(folder, second, ["plan", "demo", "--out", "p.json"]);
    second.habits = { instead: (request) => (at("PUT", /users\/profile$/)(request, path(request)) ? busy : null) };
    const { out: fresh } = await idp(folder, second, ["apply", "p.json"]);
    expect(flat(fresh)).toContain(
      "- client plm name, enabled, protocol, publicClient and 11 more fields: not done, the identity provider answered 503",
    );
    expect(out + fresh).not.toMatch(/\d+ characters\)/);
  });
});
