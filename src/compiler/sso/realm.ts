import type { Fact } from "./fact.ts";
import type { ClientFacts, SignInFacts } from "./facts.ts";
import type { SecretReference } from "../model/secret.ts";
import { userProfile } from "./user-profile.ts";

/** The identity provider's names of methods of client authentication, by their names in OpenID Connect. */
const AUTHENTICATORS: Readonly<Record<string, string>> = { client_secret_basic: "client-secret", private_key_jwt: "client-jwt" };

/** Returns a client's mapper that puts the username into a claim, in tokens and at the userinfo endpoint. */
const mapper = (claim: string) => ({
  name: claim,
  protocol: "openid-connect",
  protocolMapper: "oidc-usermodel-attribute-mapper",
  consentRequired: false,
  config: {
    "user.attribute": "username",
    "claim.name": claim,
    "jsonType.label": "String",
    "id.token.claim": "true",
    "access.token.claim": "true",
    "userinfo.token.claim": "true",
    "introspection.token.claim": "true",
  },
});

/** A function that returns the value of a secret; null if the command does not read secrets' values. */
type SecretOf = (reference: SecretReference) => string | null;

function clientOf(client: ClientFacts, { mappers, tokenSigAlg }: SignInFacts, secretOf: SecretOf) {
  const { id, application, isLoginService, redirectUris, postLogout, secret, authMethod } = client;
  const basic = authMethod.value === "client_secret_basic";
  // Without the field `secret` the identity provider generates one. A placeholder would become a client secret that everybody knows.
  const value = basic && secret ? secretOf(secret.reference) : null;
  const attributes = {
    ...(postLogout ? { "post.logout.redirect.uris": postLogout.value } : {}),
    ...(isLoginService ? { "id.token.signed.response.alg": tokenSigAlg.value } : {}),
  };
  return {
    clientId: id.value,
    name: application.value,
    enabled: true,
    protocol: "openid-connect",
    publicClient: false,
    bearerOnly: false,
    clientAuthenticatorType: AUTHENTICATORS[authMethod.value] ?? "client-secret",
    ...(value === null ? {} : { secret: value }),
    consentRequired: false,
    standardFlowEnabled: true,
    implicitFlowEnabled: false,
    directAccessGrantsEnabled: false,
    serviceAccountsEnabled: false,
    fullScopeAllowed: false,
    redirectUris: redirectUris.map(({ value }) => value),
    webOrigins: [],
    attributes,
    ...(isLoginService && mappers.length > 0 ? { protocolMappers: mappers.map(mapper) } : {}),
  };
}

const groupOf = ({ value }: Fact) => ({ name: value, path: `/${value}` });

/**
 * Returns a realm document for the identity provider to import: the clients and groups of sso.yaml, and the rules for usernames. The
 * identity provider adds the parts that the document omits (client scopes, flows, keys). The user profile is a component whose value is
 * JSON as a text. Returns null while sso.yaml does not name the realm.
 */
export function realmDocument(facts: SignInFacts, secretOf: SecretOf) {
  const { realm, sslRequired, clients, groups } = facts;
  if (!realm) return null;
  return {
    realm: realm.value,
    enabled: true,
    sslRequired: sslRequired.value,
    registrationAllowed: false,
    editUsernameAllowed: false,
    clients: clients.map((client) => clientOf(client, facts, secretOf)),
    groups: groups.map(groupOf),
    components: {
      "org.keycloak.userprofile.UserProfileProvider": [
        {
          providerId: "declarative-user-profile",
          subComponents: {},
          config: { "kc.user.profile.config": [JSON.stringify(userProfile(facts))] },
        },
      ],
    },
  };
}
