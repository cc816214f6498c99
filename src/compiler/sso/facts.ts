import type { Consumer, FederatedSignIn, SignInSecretName, Stage } from "../model/federated-sign-in.ts";
import type { InstalledEnv, InstalledXml, UserList } from "../model/sign-in-files.ts";
import type { Fact, SecretFact } from "./fact.ts";

/** The intended state of one confidential client of the realm. */
export interface ClientFacts {
  readonly id: Fact;
  readonly application: Fact;
  /** True for the client of the login service. */
  readonly isLoginService: boolean;
  readonly redirectUris: readonly Fact[];
  /** The address that a browser is sent to after signing out (thin clients); null if none is known. */
  readonly postLogout: Fact | null;
  /** The secret of the login service's client; null for other clients, whose secret belongs to their application. */
  readonly secret: SecretFact | null;
  readonly authMethod: Fact;
}

/** A row of the deployment tool's application registry. */
export interface RegistryRow {
  readonly row: number;
  readonly application: Fact;
  readonly rootUrl: Fact;
  readonly redirectUrl: Fact;
}

/** A variable of the identity provider's process that decides its host name. */
export interface HostnameSetting {
  readonly name: string;
  readonly fact: Fact;
}

/** Endpoints from discovery.json; null if there is none or it does not state the endpoint. */
export interface Endpoints {
  readonly authorization: Fact | null;
  readonly token: Fact | null;
  readonly jwks: Fact | null;
  readonly userinfo: Fact | null;
  readonly endSession: Fact | null;
}

/**
 * Every value that the files of one federated sign-in contain, decided once. Every artifact, rule and probe reads its values here, so that files that
 * must agree cannot differ (docs/sso.md). null marks a value that is not known yet.
 */
export interface SignInFacts {
  readonly signIn: FederatedSignIn;
  readonly stage: Stage;
  /** The identity provider's address, without the realm: the panel's Federation URL. */
  readonly federationUrl: Fact | null;
  readonly realm: Fact | null;
  /** BASE/realms/REALM: the required issuer, and the prefix of every endpoint. */
  readonly realmUrl: Fact | null;
  /** The issuer of discovery.json, otherwise the realm's address. */
  readonly issuer: Fact | null;
  readonly discoveryUrl: Fact | null;
  readonly endpoints: Endpoints;
  readonly loginServiceUrl: Fact | null;
  /** .../weblogin/oidc_callback: the panel's Federation Reply URL, and the client's redirect URI. */
  readonly replyUrl: Fact | null;
  /** .../weblogin/oidc_redirect, an address that the login service answers as well. */
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
  /** Claims that need a mapper in the realm; empty if nothing uses the User ID field. */
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
  /** The site's own server files of the sign-in below installed/. */
  readonly installed: { readonly xml: readonly InstalledXml[]; readonly env: readonly InstalledEnv[] };
}
