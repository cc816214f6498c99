import type { Json } from "./realm-call.ts";
import { RealmServer } from "./realm.ts";
import { readTape, type Recorded, type Tape, type Version } from "./tapes.ts";

/*
 * The re-made server (realm.ts) as a real one was when a recording began: with the things that the recording reads before it writes any, under
 * their recorded ids.
 */

export const RECORDED_ADMINISTRATOR = { user: "idpadmin", password: "Made-up-1234" };

const REALM = "/admin/realms/engineering";

/** Reads the document of an answer; null where it is none. */
export function recordedJson(text: string | null | undefined): Json | null {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return null;
  }
}

/** Reads of a realm up to the first write that was carried out; null where the recording begins without a realm. */
function firstReads({ exchanges }: Tape): readonly Recorded[] | null {
  const before: Recorded[] = [];
  for (const one of exchanges) {
    const { request, response } = one;
    if (!request.target.startsWith("/admin/")) continue;
    if (request.method !== "GET" && (response?.status ?? 0) < 300) break;
    before.push(one);
  }
  const makes = ({ request, response }: Recorded) => request.target === "/admin/realms" && response?.status === 201;
  const isAbsent = before.some(
    ({ request, response }) => request.target === REALM && response?.body?.includes("Realm not found."),
  );
  return isAbsent || (before.length === 0 && exchanges.some(makes)) ? null : before;
}

/** Finds a thing of a list, or puts it there. */
function stand(list: Json[], key: string, value: Json, made: () => Json): Json {
  const standing = list.find((one) => one[key] === value);
  if (standing) return standing;
  const one = made();
  if (!list.includes(one)) list.push(one);
  return one;
}

function putClient(server: RealmServer, realm: Json, document: Json): void {
  const others = realm.clients.filter((one: Json) => one.clientId !== document.clientId);
  realm.clients.splice(0, realm.clients.length, ...others);
  const { attributes } = document;
  Object.assign(server.addClient(realm, { protocolMappers: [], ...document }), { attributes });
}

/** The client of an id that the recording writes to, or reads a part of, and never shows: it is always the same one. */
function clientOf(server: RealmServer, realm: Json, id: string): Json {
  const known = realm.clients.find((one: Json) => one.id === id) ?? realm.clients.find((one: Json) => one.clientId === "plm");
  const made = { clientId: "plm", name: "PLM", fullScopeAllowed: false, secret: "Made-up-Client-Secret-4711" };
  return Object.assign(known ?? server.addClient(realm, made), { id });
}

/** What of a user or group that is shown is its own. */
const own = ({ access, totp, disableableCredentialTypes, notBefore, ...one }: Json): Json => one;

function read(server: RealmServer, realm: Json, path: string, document: Json): void {
  const [what, id = "", part, models] = path.replace(/\?.*$/, "").split("/").slice(1);
  if (what === undefined) Object.assign(realm.settings, document);
  else if (path === "/users/profile") realm.profile = structuredClone(document);
  else if (what === "client-scopes" && id === "" && document.length > 0) realm.scopes = structuredClone(document);
  else if (what === "clients" && id === "") for (const one of document) putClient(server, realm, one);
  else if (what === "clients" && part === undefined) putClient(server, realm, document);
  else if (what === "clients" && models === "models") clientOf(server, realm, id).protocolMappers = structuredClone(document);
  else if (what === "clients" && part === "client-secret") clientOf(server, realm, id).secret = document.value;
  else if (what === "clients" && /-client-scopes$/.test(part ?? "")) {
    for (const one of document) stand(realm.scopes, "name", one.name, () => ({ ...one, protocol: "openid-connect" })).id = one.id;
    const ids = document.map((one: Json) => one.id);
    clientOf(server, realm, id)[part === "default-client-scopes" ? "defaultIds" : "optionalIds"] = ids;
  } else if (part === "service-account-user") {
    const user = realm.users.find((one: Json) => one.serviceAccountClientId === id);
    if (user) user.id = document.id;
  } else if (part === "role-mappings")
    stand(realm.users, "id", id, () => ({ id })).roles = document.realmMappings
      .map((one: Json) => one.name)
      .filter((name: string) => !name.startsWith("default-roles-"));
  else if ((what === "users" || what === "groups") && id !== "count")
    for (const one of [document].flat())
      Object.assign(
        stand(realm[what], "id", one.id, () => ({})),
        own(one),
      );
}

/** A server as the recording begins; its realm is `engineering`. `like`: a recording of the same that shows more. */
export function seeded(name: `${Version}/${string}`, like = name): RealmServer {
  const tape = readTape(name);
  const version = name.startsWith("26.0.7") ? "26.0.7" : "26.7.3";
  const server = new RealmServer(RECORDED_ADMINISTRATOR, { version });
  const reads = firstReads(readTape(like));
  if (!reads) return server;
  const realm = server.addRealm("engineering", { enabled: true });
  for (const { request, response } of reads)
    if (request.method === "GET" && response?.status === 200 && request.target.startsWith(REALM))
      read(server, realm, request.target.slice(REALM.length), recordedJson(response.body));
  for (const { request } of tape.exchanges) {
    const id = new RegExp(`^${REALM}/clients/([0-9a-f-]{36})`).exec(request.target)?.[1];
    if (id && !id.startsWith("00000000") && !madeBy(tape, id)) clientOf(server, realm, id);
  }
  return server;
}

/** Whether the recording itself makes the thing of this id. */
const madeBy = ({ exchanges }: Tape, id: string): boolean =>
  exchanges.some(({ response }) =>
    response?.headers.some(([key, value]) => key.toLowerCase() === "location" && value.endsWith(id)),
  );
