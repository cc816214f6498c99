import type { SignInXmlRole } from "../model/sign-in-files.ts";
import type { Fact, SecretFact } from "./fact.ts";
import type { SignInFacts } from "./facts.ts";

/** A parameter of login.xml or identity.xml. */
export interface Parameter {
  readonly name: string;
  /**
   * Files that it is written into where they are made from a template. In a file that the site has itself, it has to be in the first of
   * them; in the others it is set where it stands.
   */
  readonly files: readonly SignInXmlRole[];
  /** True: it has to be in each of its files. */
  readonly inEach?: true;
  /** Left as the site's own file says it, where sso.yaml says nothing of it. */
  readonly keeps?: true;
  value(facts: SignInFacts): Fact | SecretFact | null;
}

/**
 * Which parameter stands in which file: data, because the specification names the files together. identityServicePassword and
 * propertiesPassword have to be the same in both; the key store's two belong to identity.xml alone.
 */
export const PARAMETERS: readonly Parameter[] = [
  { name: "tcsso.login_service.appid", files: ["login", "identity"], value: (facts) => facts.appid },
  { name: "tcsso.federation_reply_url", files: ["login", "identity"], value: (facts) => facts.replyUrl },
  { name: "tcsso.oidc.userid_claim", files: ["login", "identity"], value: (facts) => facts.useridClaim },
  { name: "tcsso.oidc.client_auth_method", files: ["login", "identity"], value: (facts) => facts.clientAuthMethod },
  { name: "tcsso.vaultEnabled", files: ["login", "identity"], keeps: true, value: (facts) => facts.vault.enabled },
  { name: "GatewayAliasingEnabled", files: ["login", "identity"], keeps: true, value: (facts) => facts.aliasing },
  {
    name: "identityServicePassword",
    files: ["login", "identity"],
    inEach: true,
    value: (facts) => facts.secrets.identityServicePassword,
  },
  { name: "propertiesPassword", files: ["login", "identity"], inEach: true, value: (facts) => facts.secrets.propertiesPassword },
  { name: "KeyStorePassword", files: ["identity"], value: (facts) => facts.secrets.keyStorePassword },
  { name: "PrivateKeyPassword", files: ["identity"], value: (facts) => facts.secrets.privateKeyPassword },
];

/** What opens the signing key store: the parameter of identity.xml, and the field of `secrets` in sso.yaml. */
export const KEYSTORE = [
  { parameter: "KeyStorePassword", secret: "keyStorePassword" },
  { parameter: "PrivateKeyPassword", secret: "privateKeyPassword" },
] as const;

export const KEYSTORE_PARAMETERS: readonly string[] = KEYSTORE.map(({ parameter }) => parameter);

export const isSecret = (value: Fact | SecretFact): value is SecretFact => "reference" in value;

/** The nine settings of federation.properties, in this order. */
export interface FederationSetting {
  readonly name: string;
  value(facts: SignInFacts): Fact | SecretFact | null;
}

export const FEDERATION: readonly FederationSetting[] = [
  { name: "tcsso.oidc.client_id", value: (facts) => facts.clientId },
  { name: "tcsso.oidc.client_secret", value: (facts) => facts.clientSecret },
  { name: "tcsso.oidc.auth_endpoint", value: (facts) => facts.endpoints.authorization },
  { name: "tcsso.oidc.token_endpoint", value: (facts) => facts.endpoints.token },
  { name: "tcsso.oidc.jwks_endpoint", value: (facts) => facts.endpoints.jwks },
  { name: "tcsso.oidc.scope", value: (facts) => facts.scope },
  { name: "tcsso.oidc.userid_claim", value: (facts) => facts.useridClaim },
  { name: "tcsso.oidc.client_auth_method", value: (facts) => facts.clientAuthMethod },
  { name: "tcsso.oidc.token_sig_alg", value: (facts) => facts.tokenSigAlg },
];

/** One of the nine with what it is to say. `needed` is false where a file without it says the same. */
export interface KnownSetting {
  readonly name: string;
  readonly target: Fact | SecretFact;
  readonly needed: boolean;
}

/** A client that signs with its private key has no secret: the setting is empty then. */
const isEmpty = ({ clientAuthMethod }: SignInFacts, name: string): boolean =>
  name === "tcsso.oidc.client_secret" && clientAuthMethod.value === "private_key_jwt";

/** What each of the nine is to say, in order; a text: the name of the first one that is not known yet. */
export function federationSettings(facts: SignInFacts): readonly KnownSetting[] | string {
  const settings: KnownSetting[] = [];
  for (const { name, value } of FEDERATION) {
    const target = value(facts);
    const empty = isEmpty(facts, name);
    if (!target && !empty) return name;
    settings.push({ name, target: target ?? { ...facts.clientAuthMethod, value: "" }, needed: !empty });
  }
  return settings;
}

/** Every secret that the files of this sign-in hold, once each. */
export function signInSecrets(facts: SignInFacts): readonly SecretFact[] {
  return [facts.clientSecret, ...Object.values(facts.secrets)].filter((secret) => secret !== null);
}
