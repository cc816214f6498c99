import { type Scalar, percentEncoded, withoutOuter } from "../../kernel/index.ts";
import type { FederatedSignIn, SignInClient } from "../model/federated-sign-in.ts";
import {
  factBelow,
  deriveFact,
  type Fact,
  filledFact,
  orDefault,
  pinnedFact,
  plainOrDefault,
  factOf,
  secretFact,
} from "./fact.ts";
import type { ClientFacts, Endpoints, RegistryRow, SignInFacts } from "./facts.ts";
import { hostnameSettings, majorOf } from "./hostname.ts";
import { WELL_KNOWN } from "./pinned.ts";

/** Default values for fields that sso.yaml does not set (docs/formats.md). */
const DEFAULT_SCOPES = ["openid", "profile", "email"];
const UNUSED_ROOT = "unused_do_not_change";

/** Paths below the login service's address to which the identity provider redirects browsers. */
const CALLBACK = "/weblogin/oidc_callback";
const REDIRECT = "/weblogin/oidc_redirect";

function endpointsOf({ discovery }: FederatedSignIn): Endpoints {
  const text = (field: string) => pinnedFact(discovery?.texts.get(field));
  return {
    authorization: text("authorization_endpoint"),
    token: text("token_endpoint"),
    jwks: text("jwks_uri"),
    userinfo: text("userinfo_endpoint"),
    endSession: text("end_session_endpoint"),
  };
}

/**
 * Returns the login service's client id: oidc.clientId of sso.yaml, otherwise the id of the only client; null if there are several clients
 * or none.
 */
function clientIdOf({ oidc, idp }: FederatedSignIn): Fact | null {
  const [only, ...others] = idp.clients;
  return filledFact(oidc.clientId) ?? (only && others.length === 0 ? filledFact(only.id) : null);
}

/**
 * Returns the redirect URIs of a client: those in sso.yaml, otherwise the login service's callback (`reply`; null for another client). At
 * stage `realm` the callback does not exist yet, so the list is then empty.
 */
function redirectUrisOf(client: SignInClient, reply: Fact | null, stage: SignInFacts["stage"]): readonly Fact[] {
  if (client.redirectUris) return client.redirectUris.map(factOf);
  return reply && stage !== "realm" ? [reply] : [];
}

function clientsOf(
  signIn: FederatedSignIn,
  facts: Pick<SignInFacts, "stage" | "replyUrl" | "clientId" | "clientSecret" | "clientAuthMethod" | "webApplication">,
) {
  return signIn.idp.clients.map((client): ClientFacts => {
    const isLoginService = facts.clientId !== null && client.id.text === facts.clientId.value;
    const id = factOf(client.id);
    return {
      id,
      application: filledFact(client.application) ?? id,
      isLoginService,
      redirectUris: redirectUrisOf(client, isLoginService ? facts.replyUrl : null, facts.stage),
      postLogout: filledFact(client.postLogoutRedirectUri) ?? (isLoginService ? facts.webApplication.root : null),
      secret: isLoginService ? facts.clientSecret : null,
      authMethod: isLoginService ? facts.clientAuthMethod : { ...id, value: "client_secret_basic", stated: false },
    };
  });
}

function registryOf(
  { loginService, path }: FederatedSignIn,
  { appid, replyUrl, webApplication }: Pick<SignInFacts, "appid" | "replyUrl" | "webApplication">,
): readonly RegistryRow[] {
  const { name, root } = webApplication;
  const rootUrl = orDefault(loginService.root, UNUSED_ROOT, path);
  return [
    ...(replyUrl ? [{ row: 1, application: appid, rootUrl, redirectUrl: replyUrl }] : []),
    ...(name && root ? [{ row: 2, application: name, rootUrl: root, redirectUrl: root }] : []),
  ];
}

/**
 * Returns the claims that need a mapper in the realm, because the identity provider puts none of them into tokens by default: uid, userId
 * and oidc.userIdField. Returns an empty list if sso.yaml does not set oidc.userIdField.
 */
function mappersOf({ oidc }: FederatedSignIn): readonly string[] {
  const field = filledFact(oidc.userIdField)?.value;
  return field === undefined ? [] : [...new Set(["uid", "userId", field])];
}

/**
 * Returns functions that return the fact (value and place) of a field in sso.yaml; for a field that sso.yaml does not set, the fact of its
 * default.
 */
const defaults = (path: string) => ({
  leaf: (scalar: Scalar | null, value: string) => orDefault(scalar, value, path),
  plain: (scalar: Scalar | null, value: string) => plainOrDefault(scalar, value, path),
});

/** Returns the facts (values with their places) about the identity provider and its realm. */
function realmOf(signIn: FederatedSignIn) {
  const { idp, discovery } = signIn;
  const { leaf, plain } = defaults(signIn.path);
  const federationUrl = factBelow(filledFact(idp.base), "");
  const realm = filledFact(idp.realm);
  const realmUrl = federationUrl && realm && deriveFact(`${federationUrl.value}/realms/${percentEncoded(realm.value)}`, realm);
  const issuer = pinnedFact(discovery?.texts.get("issuer")) ?? realmUrl;
  const idpVersion = leaf(idp.version, "26");
  const idpMajor = majorOf(idpVersion.value);
  return {
    federationUrl,
    realm,
    realmUrl,
    issuer,
    discoveryUrl: factBelow(issuer, WELL_KNOWN),
    endpoints: endpointsOf(signIn),
    idpVersion,
    idpMajor,
    hostname: hostnameSettings(signIn, federationUrl, idpMajor),
    restart: leaf(idp.restart, "unless-stopped"),
    sslRequired: leaf(idp.sslRequired, "external"),
    username: { min: plain(idp.username.min, "2"), max: plain(idp.username.max, "255") },
    groups: idp.groups.map(factOf),
    users: signIn.users,
  };
}

/** Returns the facts (values with their places) about the security services. */
function serviceOf(signIn: FederatedSignIn) {
  const { stage, loginService, oidc, vault } = signIn;
  const { leaf, plain } = defaults(signIn.path);
  const name = filledFact(loginService.name);
  const loginServiceUrl = name && factBelow(filledFact(loginService.base), `/${withoutOuter(name.value, "/")}`);
  const scopes = oidc.scope?.map(factOf) ?? DEFAULT_SCOPES.map((scope) => leaf(null, scope));
  return {
    stage,
    loginServiceUrl,
    replyUrl: factBelow(loginServiceUrl, CALLBACK),
    redirectUrl: factBelow(loginServiceUrl, REDIRECT),
    appid: leaf(loginService.appid, "TCSSOLoginService"),
    webApplication: { name: filledFact(signIn.webApplication.name), root: filledFact(signIn.webApplication.root) },
    clientId: clientIdOf(signIn),
    clientSecret: secretFact(oidc.clientSecret),
    clientAuthMethod: leaf(oidc.clientAuthMethod, "client_secret_basic"),
    scopes,
    scope: { ...(scopes[0] ?? leaf(null, "")), value: scopes.map(({ value }) => value).join(" ") },
    useridClaim: leaf(oidc.useridClaim, "preferred_username"),
    userIdField: leaf(oidc.userIdField, "userId"),
    mappers: mappersOf(signIn),
    tokenSigAlg: leaf(oidc.tokenSigAlg, "RS256"),
    vault: {
      enabled: plain(vault.enabled, "false"),
      path: leaf(vault.path, "Teamcenter.Securityservice"),
      name: leaf(vault.name, "identityserviceKS"),
    },
    aliasing: plain(signIn.gateway.aliasing, "false"),
  };
}

/** Returns every value that the files of a federated sign-in contain. Depends on nothing but its arguments. */
export function decideSignIn(signIn: FederatedSignIn, installed: SignInFacts["installed"]): SignInFacts {
  const { secrets, consumers } = signIn;
  const service = serviceOf(signIn);
  return {
    ...realmOf(signIn),
    ...service,
    signIn,
    registry: registryOf(signIn, service),
    secrets: {
      identityServicePassword: secretFact(secrets.identityServicePassword),
      propertiesPassword: secretFact(secrets.propertiesPassword),
      keyStorePassword: secretFact(secrets.keyStorePassword),
      privateKeyPassword: secretFact(secrets.privateKeyPassword),
    },
    clients: clientsOf(signIn, service),
    consumers,
    installed,
  };
}
