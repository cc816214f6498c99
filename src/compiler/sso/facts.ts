import type { Consumer, FederatedSignIn, SignInSecretName, Stage } from "../model/federated-sign-in.ts";
import type { InstalledEnv, InstalledXml, UserList } from "../model/sign-in-files.ts";
import type { Fact, SecretFact } from "./fact.ts";

/** The values that sso.yaml decides for one confidential client of the realm. */
export interface ClientFacts {
  readonly id: Fact;
  readonly application: Fact;
  /** True for the client of the login service. */
  readonly isLoginService: boolean;
  readonly redirectUris: readonly Fact[];
  /** The address to which a browser is sent after signing out of the web client; null if none is known. */
  readonly postLogout: Fact | null;
  /** The secret of the login service's client; null for other clients, whose secret belongs to their application. */
  readonly secret: SecretFact | null;
  readonly authMethod: Fact;
}

/** A row of the application registry in the vendor's deployment tool. */
export interface RegistryRow {
  readonly row: number;
  readonly application: Fact;
  readonly rootUrl: Fact;
  readonly redirectUrl: Fact;
}

/** An environment variable of the identity provider's process that decides its host name. */
export interface HostnameSetting {
  readonly name: string;
  readonly fact: Fact;
}

/** Endpoints of the realm from the pinned discovery.json; each is null if there is no such file or it lacks the endpoint. */
export interface Endpoints {
  readonly authorization: Fact | null;
  readonly token: Fact | null;
  readonly jwks: Fact | null;
  readonly userinfo: Fact | null;
  readonly endSession: Fact | null;
}

/**
 * Every value that the files of one federated sign-in contain, decided once. All artifacts, rules and probes take their values from this
 * object, so that files that must agree cannot differ (docs/sso.md). null marks a value that is not known yet.
 */
export interface SignInFacts {
  readonly signIn: FederatedSignIn;
  readonly stage: Stage;
  /** The identity provider's address without the realm: the field Federation URL of the sign-in panel. */
  readonly federationUrl: Fact | null;
  readonly realm: Fact | null;
  /** The realm's address, BASE/realms/REALM: the required issuer, and the beginning of every endpoint's address. */
  readonly realmUrl: Fact | null;
  /** The issuer of discovery.json, otherwise the realm's address. */
  readonly issuer: Fact | null;
  readonly discoveryUrl: Fact | null;
  readonly endpoints: Endpoints;
  readonly loginServiceUrl: Fact | null;
  /** .../weblogin/oidc_callback: the sign-in panel's Federation Reply URL, and the redirect URI of the login service's client. */
  readonly replyUrl: Fact | null;
  /** .../weblogin/oidc_redirect: another address at which the login service receives redirected browsers. */
  readonly redirectUrl: Fact | null;
  readonly appid: Fact;
  readonly webApplication: { readonly name: Fact | null; readonly root: Fact | null };
  readonly registry: readonly RegistryRow[];
  readonly clientId: Fact | null;
  readonly clientSecret: SecretFact | null;
  readonly scopes: readonly Fact[];
  /** The OAuth scopes that the login service requests, joined with spaces. */
  readonly scope: Fact;
  readonly useridClaim: Fact;
  readonly userIdField: Fact;
  /** Claims that need a mapper in the realm; empty if sso.yaml does not set oidc.userIdField. */
  readonly mappers: readonly string[];
  readonly clientAuthMethod: Fact;
  readonly tokenSigAlg: Fact;
  readonly vault: { readonly enabled: Fact; readonly path: Fact; readonly name: Fact };
  readonly aliasing: Fact;
  readonly secrets: Readonly<Record<SignInSecretName, SecretFact | null>>;
  readonly idpVersion: Fact;
  /** Major version of the identity provider; null if the version text does not begin with one. */
  readonly idpMajor: number | null;
  readonly hostname: readonly HostnameSetting[];
  readonly restart: Fact;
  readonly sslRequired: Fact;
  readonly username: { readonly min: Fact; readonly max: Fact };
  readonly clients: readonly ClientFacts[];
  readonly groups: readonly Fact[];
  readonly users: UserList | null;
  readonly consumers: readonly Consumer[];
  /** The files in installed/ that were adopted from the security services' and the identity provider's servers. */
  readonly installed: { readonly xml: readonly InstalledXml[]; readonly env: readonly InstalledEnv[] };
}
