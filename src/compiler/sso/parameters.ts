import type { SignInXmlRole } from "../model/sign-in-files.ts";
import type { Fact, SecretFact } from "./fact.ts";
import type { SignInFacts } from "./facts.ts";

/** A parameter of login.xml or identity.xml. */
export interface Parameter {
  readonly name: string;
  /**
   * Files that get the parameter if they are generated from a template. Among installed files, only the first in this list must have the
   * parameter; in the other one, the parameter is set only if the file has it.
   */
  readonly files: readonly SignInXmlRole[];
  /** True if each of the installed files must have the parameter, not only the first in `files`. */
  readonly inEach?: true;
  /** True if the installed file's value remains when sso.yaml does not set the parameter. */
  readonly keeps?: true;
  value(facts: SignInFacts): Fact | SecretFact | null;
}

/**
 * The parameters of login.xml and identity.xml, each with the files that contain it. identityServicePassword and propertiesPassword must be
 * equal in both files; the two passwords of the signing key store belong to identity.xml only.
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

/** Passwords of the signing key store: for each, the parameter in identity.xml and the field of `secrets` in sso.yaml. */
export const KEYSTORE = [
  { parameter: "KeyStorePassword", secret: "keyStorePassword" },
  { parameter: "PrivateKeyPassword", secret: "privateKeyPassword" },
] as const;

export const KEYSTORE_PARAMETERS: readonly string[] = KEYSTORE.map(({ parameter }) => parameter);

export const isSecret = (value: Fact | SecretFact): value is SecretFact => "reference" in value;

/** One of the nine settings of federation.properties. `FEDERATION` lists them in the file's order. */
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

/** A setting of federation.properties with its required value (`target`). `needed` is false if the file can also omit the setting. */
export interface KnownSetting {
  readonly name: string;
  readonly target: Fact | SecretFact;
  readonly needed: boolean;
}

/** Returns true if a setting of federation.properties is empty on purpose: with private_key_jwt there is no client secret. */
const isEmpty = ({ clientAuthMethod }: SignInFacts, name: string): boolean =>
  name === "tcsso.oidc.client_secret" && clientAuthMethod.value === "private_key_jwt";

/**
 * Returns the required value of each setting of federation.properties, in the file's order. If the value of a setting is not known yet,
 * returns the name of the first such setting instead.
 */
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

/** Returns every secret that the files of a federated sign-in contain, once each. */
export function signInSecrets(facts: SignInFacts): readonly SecretFact[] {
  return [facts.clientSecret, ...Object.values(facts.secrets)].filter((secret) => secret !== null);
}
