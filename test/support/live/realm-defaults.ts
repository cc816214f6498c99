import { randomUUID } from "node:crypto";
import type { Json } from "./realm-call.ts";

/* What a server of the Keycloak family makes by itself (realm.ts). */

const BUILT_IN_CLIENTS = ["account", "account-console", "admin-cli", "broker", "realm-management", "security-admin-console"];
const DEFAULT_SCOPES = ["acr", "basic", "email", "profile", "roles", "web-origins"];
const OPTIONAL_SCOPES = ["address", "microprofile-jwt", "offline_access", "phone"];

const defaultProfile = (): Json => ({
  attributes: [
    {
      name: "username",
      displayName: "${username}",
      validations: { length: { min: 3, max: 255 }, "username-prohibited-characters": {}, "up-username-not-idn-homograph": {} },
      permissions: { view: ["admin", "user"], edit: ["admin", "user"] },
      multivalued: false,
    },
    { name: "email", displayName: "${email}", validations: { email: {}, length: { max: 255 } }, multivalued: false },
  ],
  groups: [{ name: "user-metadata", displayHeader: "User metadata" }],
});

/** A realm as the server makes it. */
export function newRealm(name: string, settings: Json): Json {
  const scope = (scopeName: string) => ({ id: randomUUID(), name: scopeName, protocol: "openid-connect", attributes: {} });
  const realm = {
    settings: {
      id: randomUUID(),
      realm: name,
      enabled: false,
      sslRequired: "external",
      registrationAllowed: false,
      editUsernameAllowed: false,
      accessTokenLifespan: 300,
      smtpServer: { host: "mail", password: "**********" },
      attributes: { frontendUrl: "" },
      ...settings,
    },
    profile: defaultProfile(),
    clients: [] as Json[],
    scopes: [...DEFAULT_SCOPES, ...OPTIONAL_SCOPES].map(scope),
    groups: [] as Json[],
    users: [] as Json[],
  };
  for (const clientId of BUILT_IN_CLIENTS) addClient(realm, { clientId, publicClient: true });
  return realm;
}

/** A client with what nobody wrote of it. */
export function addClient(realm: Json, representation: Json): Json {
  const ids = (names: readonly string[]) =>
    realm.scopes.filter((one: Json) => names.includes(one.name)).map((one: Json) => one.id);
  const client = {
    id: randomUUID(),
    enabled: true,
    protocol: "openid-connect",
    publicClient: false,
    bearerOnly: false,
    clientAuthenticatorType: "client-secret",
    consentRequired: false,
    standardFlowEnabled: true,
    implicitFlowEnabled: false,
    directAccessGrantsEnabled: false,
    serviceAccountsEnabled: false,
    fullScopeAllowed: true,
    redirectUris: [],
    webOrigins: [],
    notBefore: 0,
    ...representation,
    secret: representation.secret ?? randomUUID(),
    attributes: { realm_client: "false", ...representation.attributes },
    protocolMappers: (representation.protocolMappers ?? []).map((one: Json) => ({ id: randomUUID(), ...one })),
    defaultIds: ids(DEFAULT_SCOPES),
    optionalIds: ids(OPTIONAL_SCOPES),
  };
  realm.clients.push(client);
  return client;
}
