import type { Scalar, Span } from "../../kernel/index.ts";
import type { SsoConnector } from "./environment.ts";
import type { SecretReference } from "./secret.ts";
import type { PinnedDiscovery, UserList } from "./sign-in-files.ts";

/** Stages of the sign-in set-up, in order: each stage needs everything that the stage before it needs (docs/sso.md). */
export const STAGES = ["realm", "installed", "live"] as const;
export type Stage = (typeof STAGES)[number];

/** One confidential OpenID Connect client of the realm, for one application. */
export interface SignInClient {
  readonly span: Span;
  readonly id: Scalar;
  readonly application: Scalar | null;
  /** Redirect URIs; null if sso.yaml has no such field. An empty list is intended for a client whose application is not installed yet. */
  readonly redirectUris: readonly Scalar[] | null;
  readonly postLogoutRedirectUri: Scalar | null;
  /**
   * The environment whose sso.yaml decides the client in the live realm, if several environments declare it; null means this environment.
   */
  readonly owner: Scalar | null;
}

export interface IdentityProvider {
  readonly base: Scalar | null;
  readonly realm: Scalar | null;
  readonly version: Scalar | null;
  readonly hostname: { readonly strict: Scalar | null; readonly strictBackchannel: Scalar | null };
  readonly restart: Scalar | null;
  readonly sslRequired: Scalar | null;
  readonly username: { readonly min: Scalar | null; readonly max: Scalar | null };
  readonly clients: readonly SignInClient[];
  readonly users: Scalar | null;
  readonly groups: readonly Scalar[];
}

export interface LoginService {
  readonly base: Scalar | null;
  readonly name: Scalar | null;
  readonly appid: Scalar | null;
  readonly version: Scalar | null;
  /** APPLICATIONROOTURL of the first row of the security services' application registry. */
  readonly root: Scalar | null;
}

export interface Oidc {
  readonly clientId: Scalar | null;
  readonly clientSecret: SecretReference | null;
  /** Requested scopes; null if sso.yaml has no such field. */
  readonly scope: readonly Scalar[] | null;
  readonly scopeSpan: Span | null;
  readonly useridClaim: Scalar | null;
  readonly userIdField: Scalar | null;
  readonly clientAuthMethod: Scalar | null;
  readonly tokenSigAlg: Scalar | null;
}

export const SHARED_SECRETS = ["identityServicePassword", "propertiesPassword"] as const;
export const KEYSTORE_SECRETS = ["keyStorePassword", "privateKeyPassword"] as const;
export type SignInSecretName = (typeof SHARED_SECRETS)[number] | (typeof KEYSTORE_SECRETS)[number];

/** A machine or container that must resolve the host name of the identity provider's issuer, with the network address that it must get. */
export interface Consumer {
  readonly span: Span;
  readonly name: Scalar;
  readonly kind: Scalar;
  readonly address: Scalar | null;
  readonly port: Scalar | null;
}

export interface Service {
  readonly name: Scalar | null;
  readonly start: Scalar | null;
}

/** sso.yaml with the files that belong to it. Every leaf keeps its place; null marks a field that is not written. */
export interface FederatedSignIn {
  /** Path of sso.yaml. */
  readonly path: string;
  readonly span: Span;
  readonly stage: Stage;
  readonly stageLeaf: Scalar | null;
  readonly idp: IdentityProvider;
  readonly loginService: LoginService;
  readonly webApplication: { readonly name: Scalar | null; readonly root: Scalar | null };
  readonly oidc: Oidc;
  readonly vault: { readonly enabled: Scalar | null; readonly path: Scalar | null; readonly name: Scalar | null };
  readonly gateway: { readonly aliasing: Scalar | null };
  readonly secrets: Readonly<Record<SignInSecretName, SecretReference | null>>;
  readonly passwordUtility: { readonly encode: readonly Scalar[]; readonly decode: readonly Scalar[] };
  readonly connector: SsoConnector | null;
  readonly consumers: readonly Consumer[];
  readonly services: { readonly ssc: Service | null; readonly vault: Service | null; readonly dependency: Scalar | null };
  readonly envPrefix: Scalar | null;
  /** discovery.json beside sso.yaml; null if the file is missing or unusable, which has been reported. */
  readonly discovery: PinnedDiscovery | null;
  /** The list of users that idp.users names; null if none is named, or if the file cannot be read, which has been reported. */
  readonly users: UserList | null;
}
