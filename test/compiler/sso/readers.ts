import fc from "fast-check";
import { FEDERATION } from "../../../src/compiler/sso/parameters.ts";
import type { SignInFacts } from "../../../src/compiler/sso/facts.ts";
import { discoveryOf } from "./scene.ts";

/*
 * Five readers of one sign-in: whatever sso.yaml says, the realm, the panel, the registry, federation.properties and the two XML files say
 * the same. Each is read by a program that knows nothing of how it was written.
 */

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
/** What people put into names, and what XML, properties and Markdown would take for their own. */
const odd = fc.stringMatching(/^[A-Za-zäß€][A-Za-z0-9 ._&<>'"#!=\\|`*~äß€-]{0,12}[A-Za-z0-9]$/);
const host = fc.tuple(word, word).map(([a, b]) => `${a}.${b}.example.com`);
const address = fc.tuple(host, fc.integer({ min: 1, max: 65_535 })).map(([name, port]) => `https://${name}:${port}`);

export interface Document {
  readonly yaml: string;
  readonly discovery: string;
}

/** sso.yaml and the discovery document of its realm. */
export const documents: fc.Arbitrary<Document> = fc
  .record({
    stage: fc.constantFrom("installed", "live"),
    base: address,
    realm: word,
    version: fc.constantFrom("24", "25", "26"),
    clients: fc.uniqueArray(odd, { minLength: 1, maxLength: 3 }),
    login: address,
    name: word,
    appid: odd,
    web: word,
    root: fc.tuple(address, word).map(([base, path]) => `${base}/${path}?ah=true&x='1'`),
    claim: odd,
    field: fc.option(odd, { nil: undefined }),
    method: fc.constantFrom("client_secret_basic", "private_key_jwt"),
    scope: fc.uniqueArray(word, { minLength: 1, maxLength: 4 }),
    groups: fc.uniqueArray(odd, { maxLength: 3 }),
    vault: fc.boolean(),
  })
  .map(({ stage, base, realm, version, clients, login, name, appid, web, root, claim, field, method, scope, groups, vault }) => {
    const written = {
      apiVersion: "tierwright/v1",
      kind: "FederatedSignIn",
      stage,
      idp: { base, realm, version, groups, clients: clients.map((id) => ({ id })) },
      loginService: { base: login, name, appid },
      webApplication: { name: web, root },
      oidc: {
        clientId: clients[0],
        clientSecret: { env: "A" },
        scope,
        useridClaim: claim,
        clientAuthMethod: method,
        ...(field === undefined ? {} : { userIdField: field }),
      },
      vault: { enabled: vault },
      secrets: { identityServicePassword: { env: "B" }, propertiesPassword: { env: "C" } },
    };
    // JSON is YAML
    return { yaml: JSON.stringify(written, null, 1), discovery: discoveryOf(`${base}/realms/${realm}`) };
  });

/** How the files were read: the properties by key, the parameters of each XML file by name. */
export interface Readings {
  readonly properties: ReadonlyMap<string, string>;
  readonly login: ReadonlyMap<string, string>;
  readonly identity: ReadonlyMap<string, string>;
}

interface Panel {
  readonly fields: readonly { readonly id: string; readonly value: string }[];
  readonly registry: readonly Readonly<Record<string, string | number>>[];
}

interface Realm {
  readonly clients: readonly {
    readonly clientId: string;
    readonly redirectUris: readonly string[];
    readonly clientAuthenticatorType: string;
    readonly secret?: string;
    readonly protocolMappers?: readonly { readonly config: Readonly<Record<string, string>> }[];
  }[];
}

/** Where two readers differ; empty: they agree. */
export function differences(files: Readonly<Record<string, string>>, readings: Readings, facts: SignInFacts): readonly string[] {
  const utf8 = (name: string) => Buffer.from(files[name] ?? "null", "latin1").toString("utf8");
  const panel = JSON.parse(utf8("panel.json")) as Panel;
  const realm = JSON.parse(utf8("realm.json")) as Realm;
  const field = (id: string) => panel.fields.find((item) => item.id === id)?.value;
  const client = realm.clients.find(({ clientId }) => clientId === readings.properties.get("tcsso.oidc.client_id"));
  const [first, second] = panel.registry;
  const { login, identity, properties } = readings;
  const both = (name: string) => [login.get(name), identity.get(name)];
  const agree: readonly (readonly [what: string, values: readonly unknown[]])[] = [
    [
      "reply URL",
      [field("federationReplyUrl"), first?.REDIRECTURL, client?.redirectUris.join(), ...both("tcsso.federation_reply_url")],
    ],
    ["user id claim", [field("oidcClaimUserId"), properties.get("tcsso.oidc.userid_claim"), ...both("tcsso.oidc.userid_claim")]],
    ["authorization", [field("oidcAuthorizationEndpoint"), properties.get("tcsso.oidc.auth_endpoint")]],
    ["token", [field("oidcTokenEndpoint"), properties.get("tcsso.oidc.token_endpoint")]],
    ["keys", [field("oidcJwksEndpoint"), properties.get("tcsso.oidc.jwks_endpoint")]],
    ["method", [properties.get("tcsso.oidc.client_auth_method"), ...both("tcsso.oidc.client_auth_method")]],
    ["application id", [first?.application, ...both("tcsso.login_service.appid")]],
    ["web application", [second?.APPLICATIONROOTURL, second?.REDIRECTURL, facts.webApplication.root?.value]],
    ["vault", [String(facts.vault.enabled.value), ...both("tcsso.vaultEnabled")]],
    ["identity password", both("identityServicePassword")],
    ["properties password", both("propertiesPassword")],
    [
      "names",
      [
        [...properties.keys()].sort().join(),
        FEDERATION.map(({ name }) => name)
          .sort()
          .join(),
      ],
    ],
    [
      "mappers",
      [
        client?.protocolMappers?.some(({ config }) => config["claim.name"] === field("oidcUserId")) ?? false,
        facts.signIn.oidc.userIdField !== null,
      ],
    ],
  ];
  return agree.flatMap(([what, values]) => {
    const [one, ...others] = values;
    return one !== undefined && others.every((value) => value === one) ? [] : [`${what}: ${JSON.stringify(values)}`];
  });
}
