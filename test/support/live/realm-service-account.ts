import { randomUUID } from "node:crypto";
import { type Json, type RealmAnswer, type RealmCall, refused, shown } from "./realm-call.ts";

/*
 * The user of a client that signs in by itself (realm-clients.ts). It comes and goes with the client's switch, with its role mappings
 * (`roles` of the user) and, in 26.7.3, a default scope of the client.
 */

const isUserOf =
  ({ id }: Json) =>
  ({ serviceAccountClientId }: Json): boolean =>
    serviceAccountClientId === id;

/** Claims about the client itself; they stay when the switch is turned off. */
function addMappers(client: Json): void {
  for (const [name, claim] of [
    ["Client ID", "client_id"],
    ["Client Host", "clientHost"],
    ["Client IP Address", "clientAddress"],
  ] as const)
    if (!client.protocolMappers.some((mapper: Json) => mapper.name === name))
      client.protocolMappers.push({
        id: randomUUID(),
        name,
        protocol: "openid-connect",
        protocolMapper: "oidc-usersessionmodel-note-mapper",
        consentRequired: false,
        config: { "user.session.note": claim, "claim.name": claim, "jsonType.label": "String" },
      });
}

/** Makes, or deletes, what belongs to the client's switch. */
export function withServiceAccount({ realm, version }: Pick<RealmCall, "realm" | "version">, client: Json): void {
  const scope = realm.scopes.find(({ name }: Json) => name === "service_account")?.id;
  const standing = realm.users.find(isUserOf(client));
  client.defaultIds = client.defaultIds.filter((id: string) => id !== scope);
  if (!client.serviceAccountsEnabled) {
    realm.users = realm.users.filter((user: Json) => user !== standing);
    return;
  }
  if (version === "26.7.3" && scope) client.defaultIds.push(scope);
  if (version === "26.0.7") addMappers(client);
  if (standing) return;
  realm.users.push({
    id: randomUUID(),
    username: `service-account-${client.clientId.toLowerCase()}`,
    emailVerified: false,
    enabled: true,
    createdTimestamp: 1,
    serviceAccountClientId: client.id,
    roles: [],
  });
}

export function serviceAccountOf({ realm }: RealmCall, client: Json): RealmAnswer {
  if (!client.serviceAccountsEnabled) return refused(400, `Service account not enabled for the client '${client.clientId}'`);
  const { serviceAccountClientId, roles, ...user } = realm.users.find(isUserOf(client));
  return shown({ ...user, totp: false, disableableCredentialTypes: [], requiredActions: [], notBefore: 0 });
}

/** What a user was given: the role of every user, and those of its own. */
export function roleMappings({ realm }: RealmCall, user: Json): RealmAnswer {
  const role = (name: string) => ({ id: randomUUID(), name, composite: name.startsWith("default-roles-"), clientRole: false });
  return shown({ realmMappings: [`default-roles-${realm.settings.realm}`, ...(user.roles ?? [])].map(role) });
}
