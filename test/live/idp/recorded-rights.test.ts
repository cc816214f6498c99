import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { RealmAnswer } from "../../support/live/realm-call.ts";
import { RealmServer } from "../../support/live/realm.ts";
import { needRecordings, RECORDED_ORIGIN, RECORDINGS, type Version } from "../../support/live/tapes.ts";

/* The table of rights that was recorded, row by row and column by column, asked of the re-made server. */

const ADMINISTRATOR = { user: "idpadmin", password: "Made-up-1234" };

/** Paths that nobody here asks for. */
const NOT_ASKED = /\/(?:roles|keys|components|identity-provider|authentication|events)/;

/** A realm with one client, group and user, whose ids are known. */
function served(version: Version, roles: readonly string[]) {
  const server = new RealmServer(ADMINISTRATOR, { version, roles });
  const realm = server.addRealm("engineering", { enabled: true });
  const mapper = {
    id: "u2",
    name: "userId",
    protocol: "openid-connect",
    protocolMapper: "oidc-usermodel-attribute-mapper",
    config: {},
  };
  const client = server.addClient(realm, { id: "u1", clientId: "plm", protocolMappers: [mapper] });
  realm.groups.push({ id: "g1", name: "Systems.Engineering", path: "/Systems.Engineering" });
  realm.users.push({ id: "u3", username: "alice", enabled: true });
  const scope = realm.scopes.find(({ name }: { name: string }) => name === "address").id;
  client.optionalIds = [];
  const body = `client_id=admin-cli&grant_type=password&username=${ADMINISTRATOR.user}&password=${ADMINISTRATOR.password}`;
  const url = `${RECORDED_ORIGIN}/realms/master/protocol/openid-connect/token`;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const token = JSON.parse((server.handle({ method: "POST", url, headers, body }) as RealmAnswer).body).access_token;
  const ids: readonly (readonly [what: RegExp, id: string])[] = [
    [/\/clients\/ID/, "/clients/u1"],
    [/\/models\/ID/, "/models/u2"],
    [/-client-scopes\/ID/, `-client-scopes/${scope}`],
    [/\/users\/ID/, "/users/u3"],
    [/\/groups\/ID/, "/groups/g1"],
  ];
  return (method: string, path: string): RealmAnswer => {
    const below = path.startsWith("(") ? "" : ids.reduce((so, [what, id]) => so.replace(what, id), path);
    const sent = method === "GET" || method === "DELETE" ? null : JSON.stringify(documentFor(method, below, realm.profile));
    const asked = {
      method,
      url: `${RECORDED_ORIGIN}/admin/realms${below}`,
      body: sent,
      headers: { authorization: `Bearer ${token}` },
    };
    return server.handle(asked) as RealmAnswer;
  };
}

/** Something that the request can be carried out with. */
function documentFor(method: string, path: string, profile: unknown): unknown {
  if (path === "") return { realm: "other", enabled: true };
  if (path.endsWith("/users/profile")) return profile;
  if (path.endsWith("/models/u2")) return { id: "u2", name: "userId", protocolMapper: "oidc-usermodel-attribute-mapper" };
  if (path.endsWith("/models"))
    return { name: "new", protocol: "openid-connect", protocolMapper: "oidc-usermodel-attribute-mapper" };
  if (path.endsWith("/client-scopes")) return { name: "new", protocol: "openid-connect" };
  if (method === "PUT") return {};
  return path.endsWith("/clients") ? { clientId: "new" } : path.endsWith("/groups") ? { name: "new" } : { username: "new" };
}

/** `200 (0)`: a list of nothing, or a count of none. */
function told({ status, body }: RealmAnswer): string {
  const document = status === 200 ? JSON.parse(body) : null;
  return Array.isArray(document) ? `${status} (${document.length === 0 ? "none" : "some"})` : String(status);
}

test("[F13] an administrator with each set of roles is answered as it was recorded", () => {
  needRecordings("the rights of the server of the tests are compared with nothing.");
  const [head = "", ...lines] = readFileSync(`${RECORDINGS}rights.tsv`, "utf8").trimEnd().split("\n");
  const columns = head.split("\t").slice(3);
  const wrong: string[] = [];
  for (const [version, method = "", path = "", ...cells] of lines.map((line) => line.split("\t"))) {
    if (NOT_ASKED.test(path)) continue;
    for (const [i, cell] of cells.entries()) {
      const roles = columns[i] === "no role" ? [] : (columns[i] ?? "").split("+");
      const answered = told(served(version as Version, roles)(method, path));
      // how much a number counts is looked at below: 200 (1) is of a list
      const recorded = cell.replace(/\((\d+)\)/, (_, n) => (n === "0" ? "(none)" : "(some)"));
      const isCount = path.endsWith("/count");
      if (answered !== (isCount ? recorded.replace(/ .*/, "") : recorded))
        wrong.push(`${version} ${method} ${path} ${roles}: ${answered} for ${cell}`);
      if (isCount && cell.startsWith("200")) {
        const count = JSON.parse(served(version as Version, roles)(method, path).body);
        if (`200 (${count})` !== cell) wrong.push(`${version} ${path} ${roles}: ${count} for ${cell}`);
      }
    }
  }
  expect(columns.length).toBe(15);
  expect(wrong).toEqual([]);
});
