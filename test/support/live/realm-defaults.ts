import { randomUUID } from "node:crypto";
import type { Json } from "./realm-call.ts";
import type { Version } from "./tapes.ts";

/* What a server of the Keycloak family makes by itself (realm.ts). */

const BUILT_IN_CLIENTS = ["account", "account-console", "admin-cli", "broker", "realm-management", "security-admin-console"];
/** Clients that are pages of the server have an address there. */
const PAGES: Readonly<Record<string, string>> = { account: "account/", "account-console": "account/" };
const DEFAULT_SCOPES = ["web-origins", "acr", "roles", "profile", "basic", "email"];
const OPTIONAL_SCOPES = ["address", "phone", "offline_access", "organization", "microprofile-jwt"];
const SAML_SCOPES = ["role_list", "saml_organization"];

const EVERYBODY = { view: ["admin", "user"], edit: ["admin", "user"] };

const profileAttribute = (name: string, validations: Json, required: boolean): Json => ({
  name,
  displayName: `\${${name}}`,
  validations,
  ...(required ? { required: { roles: ["user"] } } : {}),
  permissions: EVERYBODY,
  multivalued: false,
});

/** Every user has to complete e-mail and names at the first sign-in. */
export const defaultProfile = (): Json => ({
  attributes: [
    profileAttribute(
      "username",
      { length: { min: 3, max: 255 }, "username-prohibited-characters": {}, "up-username-not-idn-homograph": {} },
      false,
    ),
    profileAttribute("email", { email: {}, length: { max: 255 } }, true),
    profileAttribute("firstName", { length: { max: 255 }, "person-name-prohibited-characters": {} }, true),
    profileAttribute("lastName", { length: { max: 255 }, "person-name-prohibited-characters": {} }, true),
  ],
  groups: [
    {
      name: "user-metadata",
      displayHeader: "User metadata",
      displayDescription: "Attributes, which refer to user metadata",
    },
  ],
});

/** Attributes that every realm has, whatever is sent. */
export const REALM_ATTRIBUTES = {
  cibaBackchannelTokenDeliveryMode: "poll",
  cibaExpiresIn: "120",
  cibaAuthRequestedUserHint: "login_hint",
  oauth2DeviceCodeLifespan: "600",
  oauth2DevicePollingInterval: "5",
  parRequestUriLifespan: "60",
  cibaInterval: "5",
};

/** A realm's own fields, as far as anybody here looks at them. */
export const realmDefaults = (name: string): Json => ({
  id: randomUUID(),
  realm: name,
  notBefore: 0,
  defaultSignatureAlgorithm: "RS256",
  revokeRefreshToken: false,
  accessTokenLifespan: 300,
  ssoSessionIdleTimeout: 1800,
  clientSessionIdleTimeout: 0,
  clientSessionMaxLifespan: 0,
  clientOfflineSessionIdleTimeout: 0,
  clientOfflineSessionMaxLifespan: 0,
  enabled: false,
  sslRequired: "external",
  registrationAllowed: false,
  registrationEmailAsUsername: false,
  rememberMe: false,
  verifyEmail: false,
  loginWithEmailAllowed: true,
  duplicateEmailsAllowed: false,
  resetPasswordAllowed: false,
  editUsernameAllowed: false,
  bruteForceProtected: false,
  otpPolicyCodeReusable: false,
  smtpServer: {},
  eventsListeners: ["jboss-logging"],
  internationalizationEnabled: false,
  browserFlow: "browser",
  attributes: { ...REALM_ATTRIBUTES, realmReusableOtpCode: "false" },
  organizationsEnabled: false,
  scimApiEnabled: false,
});

/** A realm as the server makes it. */
export function newRealm(name: string, settings: Json, version: Version = "26.7.3"): Json {
  const scope = (protocol: string) => (scopeName: string) => ({ id: randomUUID(), name: scopeName, protocol, attributes: {} });
  const more = version === "26.7.3";
  const defaults = realmDefaults(name);
  const realm = {
    settings: { ...defaults, ...settings, attributes: { ...defaults.attributes, ...settings.attributes } },
    profile: defaultProfile(),
    clients: [] as Json[],
    scopes: [
      ...[...DEFAULT_SCOPES, ...OPTIONAL_SCOPES, ...(more ? ["service_account"] : [])].map(scope("openid-connect")),
      ...[...SAML_SCOPES, ...(more ? ["AuthnContextClassRef"] : [])].map(scope("saml")),
    ],
    groups: [] as Json[],
    users: [] as Json[],
  };
  for (const clientId of BUILT_IN_CLIENTS) addClient(realm, builtIn(name, clientId));
  return realm;
}

function builtIn(realm: string, clientId: string): Json {
  const page = PAGES[clientId];
  const path = `/realms/${realm}/${page}`;
  const attributes = { "post.logout.redirect.uris": "+" };
  const addresses = { rootUrl: `\${authBaseUrl}`, baseUrl: path, redirectUris: [`${path}*`], attributes };
  const own = {
    clientId,
    name: `\${client_${clientId}}`,
    publicClient: true,
    fullScopeAllowed: false,
    nodeReRegistrationTimeout: 0,
  };
  return page === undefined ? own : { ...own, ...addresses };
}

/** A client's own fields as a POST of nothing but its name makes them. */
export const CLIENT_DEFAULTS = {
  surrogateAuthRequired: false,
  enabled: true,
  alwaysDisplayInConsole: false,
  clientAuthenticatorType: "client-secret",
  redirectUris: [] as string[],
  webOrigins: [] as string[],
  notBefore: 0,
  bearerOnly: false,
  consentRequired: false,
  standardFlowEnabled: true,
  implicitFlowEnabled: false,
  directAccessGrantsEnabled: false,
  serviceAccountsEnabled: false,
  publicClient: false,
  frontchannelLogout: false,
  protocol: "openid-connect",
  authenticationFlowBindingOverrides: {},
  fullScopeAllowed: true,
  nodeReRegistrationTimeout: -1,
};

/** What a POST of a client adds to its attributes, and the making of a realm does not. */
export const POSTED_ATTRIBUTES = {
  "backchannel.logout.session.required": "true",
  "backchannel.logout.revoke.offline.tokens": "false",
};

/** Attributes without those that are empty, which this server drops. */
export const filled = (attributes: Json = {}): Json =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== "" && value !== null));

/** A client with what nobody wrote of it. */
export function addClient(realm: Json, representation: Json): Json {
  const { defaultClientScopes = DEFAULT_SCOPES, optionalClientScopes = OPTIONAL_SCOPES, access, ...rest } = representation;
  const ids = (names: readonly string[]) =>
    names.flatMap((name) => realm.scopes.filter((one: Json) => one.name === name).map((one: Json) => one.id));
  const client = {
    id: randomUUID(),
    ...CLIENT_DEFAULTS,
    ...rest,
    secret: rest.secret ?? randomUUID(),
    attributes: {
      realm_client: "false",
      ...filled(rest.attributes),
    },
    protocolMappers: (rest.protocolMappers ?? []).map((one: Json) => ({ id: randomUUID(), ...one })),
    defaultIds: ids(defaultClientScopes),
    optionalIds: ids(optionalClientScopes),
  };
  realm.clients.push(client);
  return client;
}
