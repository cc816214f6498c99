import type { Admin } from "../admin.ts";
import { AUTHORIZATION_SERVER, SERVICE_ACCOUNT } from "../along.ts";
import { isObject, type Json, type JsonObject, objectsOf, textOf } from "../json.ts";
import type { Held } from "../state.ts";
import { IdpFault } from "../transport.ts";

type Fields = readonly (readonly [field: string, held: Held])[];

/** The client scope that the identity provider assigns to a client together with its service account, from version 26.1 on. */
const OWN_SCOPE = "service_account";

const namesOf = (value: Json | undefined): readonly string[] => objectsOf(value).map(({ name }) => textOf(name) ?? "");

/** Returns the user of a client's service account. Returns null if the client has none. */
export async function accountOf(admin: Admin, uuid: string): Promise<JsonObject | null> {
  try {
    return await admin.object(["clients", uuid, "service-account-user"]);
  } catch (error) {
    // the identity provider answers 400 for a client without a service account
    if (error instanceof IdpFault && error.status === 400) return null;
    throw error;
  }
}

/** Returns the names of roles: ROLE for a role of the realm, CLIENT/ROLE for a role of a client. */
function rolesOf(mappings: Json | undefined): readonly string[] {
  if (!isObject(mappings)) return [];
  const clients = isObject(mappings.clientMappings) ? Object.entries(mappings.clientMappings) : [];
  const ofClients = clients.flatMap(([client, own]) =>
    namesOf(isObject(own) ? own.mappings : []).map((role) => `${client}/${role}`),
  );
  return [...namesOf(mappings.realmMappings), ...ofClients];
}

/**
 * Returns the fields that the identity provider deletes with a service account: its user with roles and groups, and a scope of the client.
 * Returns an empty list if `account` is null.
 */
export async function accountFields(admin: Admin, uuid: string, account: JsonObject | null): Promise<Fields> {
  if (!account) return [];
  const path = ["users", textOf(account.id) ?? ""];
  const scopes = namesOf(await admin.get(["clients", uuid, "default-client-scopes"]));
  const fields: Fields = [
    ["user", [textOf(account.username) ?? ""]],
    ["roles", rolesOf(await admin.get([...path, "role-mappings"]))],
    ["groups", namesOf(await admin.get([...path, "groups"]))],
    ["scopes", scopes.filter((scope) => scope === OWN_SCOPE)],
  ];
  return fields.map(([field, held]) => [`${SERVICE_ACCOUNT}${field}`, held]);
}

const SERVER = ["authz", "resource-server"];
const LISTS = ["resource", "policy", "permission"] as const;
const PAGE = 100;

/** Returns the number of resources, policies or permissions in a client's authorization services. */
async function countOf(admin: Admin, uuid: string, list: (typeof LISTS)[number]): Promise<number> {
  const query: Record<string, string> = list === "policy" ? { permission: "false" } : {};
  const all = await admin.paged(
    ["clients", uuid, ...SERVER, list],
    PAGE,
    query,
    ({ _id, id }) => textOf(_id) ?? textOf(id) ?? "",
  );
  return all.length;
}

/**
 * Returns the fields that the identity provider deletes when a client's authorization services are turned off: the numbers of its
 * resources, policies and permissions.
 */
export async function authorizationFields(admin: Admin, uuid: string): Promise<Fields> {
  const counts: [string, number][] = [];
  for (const list of LISTS) counts.push([list, await countOf(admin, uuid, list)]);
  const named = { resource: "resources", policy: "policies", permission: "permissions" } as const;
  return counts.map(([list, count]) => [`${AUTHORIZATION_SERVER}${named[list as keyof typeof named]}`, count]);
}
