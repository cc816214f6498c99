import { itemsAt, mapAt, scalarAt, scalarsAt, scalarsOf } from "./fields.ts";
import type { SsoConnector } from "../model/environment.ts";
import {
  type Consumer,
  type FederatedSignIn,
  type IdentityProvider,
  type Oidc,
  type Service,
  type SignInClient,
  type Stage,
  STAGES,
} from "../model/federated-sign-in.ts";
import type { SecretReference } from "../model/secret.ts";
import { type Mapping, type Tree, child } from "../../kernel/index.ts";
import { readSecret } from "./read-secret.ts";

function readClients(idp: Mapping | undefined): readonly SignInClient[] {
  return itemsAt(idp, "clients").flatMap((item) => {
    const id = scalarAt(item, "id");
    if (!id) return [];
    const uris = child(item, "redirectUris");
    return [
      {
        span: item.span,
        id,
        application: scalarAt(item, "application"),
        redirectUris: uris ? scalarsOf(uris) : null,
        postLogoutRedirectUri: scalarAt(item, "postLogoutRedirectUri"),
        owner: scalarAt(item, "owner"),
      },
    ];
  });
}

function readIdp(tree: Mapping): IdentityProvider {
  const idp = mapAt(tree, "idp") ?? undefined;
  const [hostname, username] = [child(idp, "hostname"), child(idp, "username")];
  return {
    base: scalarAt(idp, "base"),
    realm: scalarAt(idp, "realm"),
    version: scalarAt(idp, "version"),
    hostname: { strict: scalarAt(hostname, "strict"), strictBackchannel: scalarAt(hostname, "strictBackchannel") },
    restart: scalarAt(idp, "restart"),
    sslRequired: scalarAt(idp, "sslRequired"),
    username: { min: scalarAt(username, "min"), max: scalarAt(username, "max") },
    clients: readClients(idp),
    users: scalarAt(idp, "users"),
    groups: scalarsAt(idp, "groups"),
  };
}

/** Returns the secret reference at a key; null if it is absent or of another type, which `readDocument` has reported. */
function secretAt(tree: Tree | undefined, key: string): SecretReference | null {
  const node = child(tree, key);
  return node ? readSecret(node) : null;
}

function readOidc(tree: Mapping): Oidc {
  const oidc = mapAt(tree, "oidc") ?? undefined;
  const scope = child(oidc, "scope");
  return {
    clientId: scalarAt(oidc, "clientId"),
    clientSecret: secretAt(oidc, "clientSecret"),
    scope: scope ? scalarsOf(scope) : null,
    scopeSpan: scope?.span ?? null,
    useridClaim: scalarAt(oidc, "useridClaim"),
    userIdField: scalarAt(oidc, "userIdField"),
    clientAuthMethod: scalarAt(oidc, "clientAuthMethod"),
    tokenSigAlg: scalarAt(oidc, "tokenSigAlg"),
  };
}

function readConsumers(tree: Mapping): readonly Consumer[] {
  return itemsAt(tree, "consumers").flatMap((item) => {
    const [name, kind] = [scalarAt(item, "name"), scalarAt(item, "kind")];
    return name && kind
      ? [{ span: item.span, name, kind, address: scalarAt(item, "address"), port: scalarAt(item, "port") }]
      : [];
  });
}

function readService(services: Mapping | undefined, key: string): Service | null {
  const service = mapAt(services, key);
  return service && { name: scalarAt(service, "name"), start: scalarAt(service, "start") };
}

const stageOf = (text: string | undefined): Stage => STAGES.find((stage) => stage === text) ?? "live";

/** Returns the model of the key `connector` of sso.yaml, which the model of environment.yaml needs; null if there is none. */
export function readSsoConnector(sso: Tree | null): SsoConnector | null {
  const connector = mapAt(sso ?? undefined, "connector");
  if (!connector) return null;
  const field = (key: string) => scalarAt(connector, key);
  return {
    span: connector.span,
    loginUrl: field("loginUrl"),
    appId: field("appId"),
    sessionFlag: field("sessionFlag"),
    initializer: field("initializer"),
  };
}

/** Returns the model of sso.yaml, without the files that it names. */
export function readSignIn(tree: Mapping): Omit<FederatedSignIn, "discovery" | "users"> {
  const part = (key: string) => mapAt(tree, key) ?? undefined;
  const [service, web, vault, secrets] = [part("loginService"), part("webApplication"), part("vault"), part("secrets")];
  const [utility, services] = [part("passwordUtility"), part("services")];
  const stageLeaf = scalarAt(tree, "stage");
  return {
    path: tree.span.source.path,
    span: tree.span,
    stage: stageOf(stageLeaf?.text),
    stageLeaf,
    idp: readIdp(tree),
    loginService: {
      base: scalarAt(service, "base"),
      name: scalarAt(service, "name"),
      appid: scalarAt(service, "appid"),
      version: scalarAt(service, "version"),
      root: scalarAt(service, "root"),
    },
    webApplication: { name: scalarAt(web, "name"), root: scalarAt(web, "root") },
    oidc: readOidc(tree),
    vault: { enabled: scalarAt(vault, "enabled"), path: scalarAt(vault, "path"), name: scalarAt(vault, "name") },
    gateway: { aliasing: scalarAt(part("gateway"), "aliasing") },
    secrets: {
      identityServicePassword: secretAt(secrets, "identityServicePassword"),
      propertiesPassword: secretAt(secrets, "propertiesPassword"),
      keyStorePassword: secretAt(secrets, "keyStorePassword"),
      privateKeyPassword: secretAt(secrets, "privateKeyPassword"),
    },
    passwordUtility: { encode: scalarsAt(utility, "encode"), decode: scalarsAt(utility, "decode") },
    connector: readSsoConnector(tree),
    consumers: readConsumers(tree),
    services: {
      ssc: readService(services, "ssc"),
      vault: readService(services, "vault"),
      dependency: scalarAt(services, "dependency"),
    },
    envPrefix: scalarAt(tree, "envPrefix"),
  };
}
