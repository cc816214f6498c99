import type { Consumer, FederatedSignIn, SignInSecretName, Stage } from "../model/federated-sign-in.ts";
import type { InstalledEnv, InstalledXml, UserList } from "../model/sign-in-files.ts";
import type { Fact, SecretFact } from "./fact.ts";

/** One confidential client of the realm, as it is to be there. */
export interface ClientFacts {
  readonly id: Fact;
  readonly application: Fact;
  /** True for the login service's own client. */
  readonly isLoginService: boolean;
  readonly redirectUris: readonly Fact[];
  /** For thin clients: where a browser goes after signing out. */
  readonly postLogout: Fact | null;
  /** Known of the login service's client alone; another one's belongs to its application. */
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

/** A setting of the identity provider's process. */
export interface HostnameSetting {
  readonly name: string;
  readonly fact: Fact;
}

/** What the pinned discovery document says; null: it is not pinned, or does not say it. */
export interface Endpoints {
  readonly authorization: Fact | null;
  readonly token: Fact | null;
  readonly jwks: Fact | null;
  readonly userinfo: Fact | null;
  readonly endSession: Fact | null;
}

/**
 * Everything that the files of one federated sign-in say, decided once: every artifact, rule and probe takes it from here, so that what must
 * agree agrees by construction (docs/sso.md). null is what is not known yet.
 */
export interface SignInFacts {
  readonly signIn: FederatedSignIn;
  readonly stage: Stage;
  /** The identity provider's address, without the realm: the panel's Federation URL. */
  readonly federationUrl: Fact | null;
  readonly realm: Fact | null;
  /** BASE/realms/REALM: what the issuer has to be, and what every endpoint begins with. */
  readonly realmUrl: Fact | null;
  /** As pinned, else the realm's address. */
  readonly issuer: Fact | null;
  readonly discoveryUrl: Fact | null;
  readonly endpoints: Endpoints;
  readonly loginServiceUrl: Fact | null;
  /** .../weblogin/oidc_callback: the panel's Federation Reply URL, and the client's redirect URI. */
  readonly replyUrl: Fact | null;
  /** .../weblogin/oidc_redirect, which the login service itself answers, too. */
  readonly redirectUrl: Fact | null;
  readonly appid: Fact;
  readonly webApplication: { readonly name: Fact | null; readonly root: Fact | null };
  readonly registry: readonly RegistryRow[];
  readonly clientId: Fact | null;
  readonly clientSecret: SecretFact | null;
  readonly scopes: readonly Fact[];
  /** The scopes as one text. */
  readonly scope: Fact;
  readonly useridClaim: Fact;
  readonly userIdField: Fact;
  /** Claims that the realm has to emit by mappers of its own; none where nothing relies on the User ID field. */
  readonly mappers: readonly string[];
  readonly clientAuthMethod: Fact;
  readonly tokenSigAlg: Fact;
  readonly vault: { readonly enabled: Fact; readonly path: Fact; readonly name: Fact };
  readonly aliasing: Fact;
  readonly secrets: Readonly<Record<SignInSecretName, SecretFact | null>>;
  readonly idpVersion: Fact;
  /** Major version of the identity provider; null: the text names none. */
  readonly idpMajor: number | null;
  readonly hostname: readonly HostnameSetting[];
  readonly restart: Fact;
  readonly sslRequired: Fact;
  readonly username: { readonly min: Fact; readonly max: Fact };
  readonly clients: readonly ClientFacts[];
  readonly groups: readonly Fact[];
  readonly users: UserList | null;
  readonly consumers: readonly Consumer[];
  /** The site's own files of the servers, below installed/. */
  readonly installed: { readonly xml: readonly InstalledXml[]; readonly env: readonly InstalledEnv[] };
}
