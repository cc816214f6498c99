import { expect, test } from "vitest";
import type { CompiledEnvironment } from "../../../src/compiler/compile/compiled.ts";
import type { Problem } from "../../../src/kernel/diagnostic/finding.ts";
import { plain } from "../../../src/kernel/diagnostic/text.ts";
import { parseEnv } from "../../../src/compiler/load/installed-sign-in.ts";
import { RULES } from "../../../src/compiler/rules/registry.generated.ts";
import type { EnvironmentRule } from "../../../src/compiler/rules/rule.ts";
import type { SignInFacts } from "../../../src/compiler/sso/facts.ts";
import { discoveryOf, factsOf, LIVE, REALM } from "./scene.ts";

/*
 * Neighbours of the rules' examples, on facts alone: what a rule must not take for its mistake, and what it must not overlook.
 */

const RULE = new Map(RULES.map((rule) => [rule.id as string, rule]));

/** The headlines of one rule on a sign-in. */
function headlines(id: string, signIn: SignInFacts): readonly string[] {
  const rule = RULE.get(id) as EnvironmentRule;
  const environment = { name: "demo", tier: { signIn: null, webClient: null, fileTransfer: [] } };
  const compiled = { signIn, environment, files: {}, release: null } as unknown as CompiledEnvironment;
  const found: Problem[] = [...rule.check(compiled)];
  return found.map(({ message }) => plain(message));
}

const live = (replace: string, text: string): string => {
  if (!LIVE.includes(replace)) throw new Error(`not in the sign-in: ${replace}`);
  return LIVE.replace(replace, text);
};
const CLIENT = "{ id: plm, application: PLM }";
const uris = (list: string) => live(CLIENT, `{ id: plm, application: PLM, redirectUris: [${list}] }`);

test("[E4] an asterisk counts at the end of a redirect URI alone, and only where the reply URL begins so", () => {
  expect(headlines("sso/reply-url", factsOf(uris("'https://plm.example.com:7001/*'")))).toEqual([]);
  expect(headlines("sso/reply-url", factsOf(uris("'https://plm.example.com:7001/other/*'")))).toHaveLength(1);
  expect(headlines("sso/reply-url", factsOf(uris("'https://*.example.com:7001/tcsso/weblogin/oidc_callback'")))).toHaveLength(1);
});

test("[E4] a client of another application has separate callbacks", () => {
  const two = live(CLIENT, "{ id: plm }, { id: wiki, redirectUris: ['https://wiki.example.com/cb'] }").replace(
    "oidc: { ",
    "oidc: { clientId: plm, ",
  );
  expect(headlines("sso/reply-url", factsOf(two))).toEqual([]);
});

test("[E4] the endpoints contain a realm of any name as an address spells it", () => {
  const realm = "https://idp.example.com:8443/realms/Systems%20Engineering";
  const yaml = live("realm: engineering", "realm: Systems Engineering");
  expect(headlines("sso/endpoint", factsOf(yaml, discoveryOf(realm)))).toEqual([]);
});

test("[E4] each endpoint that the panel takes is looked at, and no other", () => {
  const blank = discoveryOf(REALM, { authorization_endpoint: "", token_endpoint: "", jwks_uri: "", end_session_endpoint: "" });
  expect(headlines("sso/endpoint", factsOf(LIVE, blank))).toHaveLength(4);
  expect(headlines("sso/endpoint", factsOf(LIVE, discoveryOf(REALM, { userinfo_endpoint: "" })))).toEqual([]);
  expect(headlines("sso/endpoint", factsOf(LIVE, null))).toEqual([]);
});

test("[E4] an address that only holds the word realms is none of a realm", () => {
  const base = (text: string) => factsOf(live("base: https://idp.example.com:8443", `base: ${text}`));
  expect(headlines("sso/federation-url", base("https://realms.example.com/realmsd"))).toEqual([]);
  expect(headlines("sso/federation-url", base("https://idp.example.com/realms"))).toHaveLength(1);
});

test("[E2] the login service's id may be another one before version 11.3, and not from there on", () => {
  const version = (text: string) => factsOf(live("name: tcsso }", `name: tcsso, appid: login, version: '${text}' }`));
  for (const early of ["11.2", "11.2.9", "10.1.7", "9"]) expect(headlines("sso/login-appid", version(early)), early).toEqual([]);
  for (const later of ["11.3", "11.10", "12", "v13.3", "2406"])
    expect(headlines("sso/login-appid", version(later)), later).toHaveLength(1);
});

test("[E2] ids that the identity provider can hold need no aliasing; those in capitals do", () => {
  const users = (ids: string, aliasing: boolean) =>
    factsOf(`${LIVE}gateway: { aliasing: ${aliasing} }\n`, discoveryOf(REALM), `id\n${ids}`);
  expect(headlines("sso/aliasing", users("ab\nü.müller\n4711\n", false))).toEqual([]);
  expect(headlines("sso/aliasing", users("Ä.Müller\n", false))).toHaveLength(1);
  expect(headlines("sso/aliasing", users("Ä.Müller\n", true))).toEqual([]);
  expect(headlines("sso/aliasing", users("", true))).toEqual([]);
});

test("[E8] scopes in a list and in one text are the same", () => {
  const scope = (text: string) => headlines("sso/scope", factsOf(live("oidc: {", `oidc: { scope: ${text},`)));
  expect(scope("[openid profile email]")).toEqual([]);
  expect(scope("[openid, profile, email, groups]")).toEqual([]);
  expect(scope("[]")).toEqual(["oidc.scope lacks openid, profile and email"]);
});

test("[E9] the vault's warnings follow from how the client proves itself", () => {
  const oidc = (text: string, further: string) =>
    headlines("sso/vault", factsOf(`${live("oidc: {", `oidc: { clientAuthMethod: ${text},`)}${further}`));
  const VAULT = "vault: { enabled: true }\n";
  expect(oidc("client_secret_basic", VAULT)).toEqual([]);
  expect(oidc("private_key_jwt", VAULT)).toHaveLength(1);
});

test("[E9] a client that signs needs the vault or a key store, once it is live", () => {
  const jwt = live("oidc: {", "oidc: { clientAuthMethod: private_key_jwt,");
  const [none] = headlines("sso/vault", factsOf(jwt));
  expect(none).toContain("no key to sign with");
  expect(headlines("sso/vault", factsOf(`${jwt}vault: { enabled: false }\n`))).toEqual([none]);
  const named = (secret: string) => jwt.replace("secrets: { ", `secrets: { ${secret}: { env: TCSSO_KEY_STORE }, `);
  for (const secret of ["keyStorePassword", "privateKeyPassword"])
    expect(headlines("sso/vault", factsOf(named(secret))), secret).toEqual([]);
  for (const stage of ["realm", "installed"])
    expect(headlines("sso/vault", factsOf(jwt.replace("stage: live", `stage: ${stage}`))), stage).toEqual([]);
});

test("[E10] the order of services is required with a vault, and not before the services are installed", () => {
  expect(headlines("sso/service-order", factsOf(LIVE))).toEqual([]);
  const vault = `${LIVE}vault: { enabled: true }\n`;
  expect(headlines("sso/service-order", factsOf(vault))).toHaveLength(1);
  expect(headlines("sso/service-order", factsOf(vault.replace("stage: live", "stage: realm")))).toEqual([]);
});

test("[E11] the last assignment of the switch holds, and only 0 switches validation off", () => {
  const env = (text: string) =>
    headlines("sso/tls-validation-off", {
      ...factsOf(LIVE),
      installed: { xml: [], env: [parseEnv("environments/demo/installed/node.env", Buffer.from(text))] },
    });
  expect(env("NODE_TLS_REJECT_UNAUTHORIZED=0\r\nNODE_TLS_REJECT_UNAUTHORIZED=1\r\n")).toEqual([]);
  expect(env("NODE_TLS_REJECT_UNAUTHORIZED=false\n")).toEqual([]);
  expect(env('set NODE_TLS_REJECT_UNAUTHORIZED="0"\r\n')).toHaveLength(1);
});

test("[E13] addresses of the machine itself are on no network, and others in http are", () => {
  const root = (text: string) => headlines("sso/plain-http", factsOf(live("https://plm.example.com:3000/awc", `'${text}'`)));
  for (const own of ["http://127.0.0.1/awc", "http://[::1]/awc"]) expect(root(own), own).toEqual([]);
  for (const other of ["http://localhost.example.com/awc", "HTTP://plm.example.com/awc"])
    expect(root(other), other).toHaveLength(1);
});

test("[E3] the two secrets of the key store may be one, and none of those that login.xml has", () => {
  const secrets = (text: string) =>
    headlines("sso/secret-synced", factsOf(LIVE.replace("propertiesPassword: {", `${text}, propertiesPassword: {`)));
  expect(secrets("keyStorePassword: { env: KS }, privateKeyPassword: { env: KS }")).toEqual([]);
  expect(secrets("keyStorePassword: { env: TCSSO_IDENTITY_PASSWORD }")).toHaveLength(1);
  expect(secrets("keyStorePassword: { file: TCSSO_IDENTITY_PASSWORD }")).toEqual([]);
});
