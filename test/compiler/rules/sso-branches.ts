import type { Example } from "../../../src/kernel/diagnostic/example.ts";
import {
  changeDiscovery,
  changeSignIn,
  oidcWith,
  signInAnd,
  signInWith,
} from "../../../src/compiler/rules/sso/example-sign-in.ts";
import type { Branch } from "./branches.ts";

const rule =
  (id: string) =>
  (title: string, example: Example, ...beside: readonly string[]): Branch => ({
    rule: `sso/${id}`,
    title,
    example: beside.length > 0 ? { ...example, beside } : example,
  });

const federation = rule("federation-url");
const base = (text: string) => signInWith(changeSignIn("base: https://idp.example.com:8443\n", `base: ${text}\n`));

const reply = rule("reply-url");
const uris = (...list: readonly string[]) =>
  signInWith(changeSignIn("{ id: plm, application: PLM }", `{ id: plm, application: PLM, redirectUris: [${list.join(", ")}] }`));
const service = (text: string) => signInWith(changeSignIn("base: https://plm.example.com:7001, name: tcsso", text));

const endpoint = rule("endpoint");
const REALM = "https://idp.example.com:8443/realms/engineering";
const pinned = (field: string, path: string, text: string) =>
  signInWith(changeDiscovery(`"${field}": "${REALM}${path}"`, `"${field}": "${text}"`));
const TOKEN = "/protocol/openid-connect/token";

const scope = rule("scope");
const claim = rule("userid-claim");
const identity = rule("identity-claim");
const appid = rule("login-appid");
const NAME = "name: tcsso }";
const aliasing = rule("aliasing");
const users = (ids: string, ...also: readonly Example[]) =>
  signInWith(
    changeSignIn("  realm: engineering\n", "  realm: engineering\n  users: users.csv\n"),
    { file: "environments/demo/users.csv", with: `id\n${ids}` },
    ...also,
  );
const plain = rule("plain-http");
const ENVIRONMENT = "environments/demo/environment.yaml";
const vault = rule("vault");
const order = rule("service-order");
const synced = rule("secret-synced");
const ldap = rule("ldap-attribute");
const tls = rule("tls-validation-off");
const installed = (name: string, text: string, ...also: readonly Example[]) =>
  signInWith({ file: `environments/demo/installed/${name}`, with: text }, ...also);
const xml = (...lines: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<parameters>\n${lines
    .map((line) => `  <parameter ${line}/>\n`)
    .join("")}</parameters>\n`;
const LOGIN = ["login_service.appid", "federation_reply_url", "oidc.userid_claim", "oidc.client_auth_method"].map(
  (parameter) => `name="tcsso.${parameter}" value=""`,
);
const PASSWORDS = ['name="identityServicePassword" value="x"', 'name="propertiesPassword" value="x"'];

/** What the rules of a federated sign-in say in each of their cases. */
export const SSO_BRANCHES: readonly Branch[] = [
  federation("the path of another realm", base("https://idp.example.com:8443/realms/other/")),
  federation("the realm's path behind the server's own", base("https://idp.example.com:8443/auth/realms/engineering")),
  federation("the address of the discovery document", base(`${REALM}/.well-known/openid-configuration`)),
  federation("no scheme", base("idp.example.com:8443")),
  federation("a query", base("https://idp.example.com:8443?realm=engineering")),
  federation("a user and a password", base("https://jane:secret@idp.example.com:8443")),

  reply("another host", uris("https://other.example.com:7001/tcsso/weblogin/oidc_callback")),
  reply("another port and another service name", uris("https://plm.example.com:7002/login/weblogin/oidc_callback")),
  reply("a slash at the end", uris("https://plm.example.com:7001/tcsso/weblogin/oidc_callback/")),
  reply("the other callback alone", uris("https://plm.example.com:7001/tcsso/weblogin/oidc_redirect")),
  reply("not an address", uris("'/tcsso/weblogin/oidc_callback'")),
  reply("the host in capitals", uris("https://PLM.example.com:7001/tcsso/weblogin/oidc_callback")),
  reply("several, and none is it", uris("https://a.example.com/cb", "https://b.example.com/cb")),
  reply("an empty list although the callback exists", uris()),
  reply("the service's name in the base, too", service("base: https://plm.example.com:7001/tcsso, name: tcsso")),
  reply("a base without a scheme", service("base: plm.example.com:7001, name: tcsso")),
  reply("a name with a path in it", service("base: https://plm.example.com:7001, name: tcsso/weblogin")),

  endpoint("an endpoint is blank", pinned("token_endpoint", TOKEN, " ")),
  endpoint("an endpoint is missing", signInWith(changeDiscovery('"end_session_endpoint"', '"end_session"'))),
  endpoint(
    "an endpoint is a path",
    pinned("jwks_uri", "/protocol/openid-connect/certs", "/realms/engineering/protocol/openid-connect/certs"),
  ),
  endpoint(
    "an endpoint is plain http",
    pinned("token_endpoint", TOKEN, `http://idp.example.com:8443/realms/engineering${TOKEN}`),
  ),
  endpoint("an endpoint of another realm", pinned("token_endpoint", TOKEN, `https://idp.example.com:8443/realms/other${TOKEN}`)),
  endpoint("an endpoint of a realm whose name begins alike", pinned("token_endpoint", TOKEN, `${REALM}2${TOKEN}`)),
  endpoint("the issuer is another name", pinned("issuer", "", "https://idp-internal.example.com:8443/realms/engineering")),
  endpoint("the issuer ends in a slash", pinned("issuer", "", `${REALM}/`)),
  endpoint("there is no issuer", signInWith(changeDiscovery('"issuer"', '"name"'))),

  rule("incomplete")("no base of the login service", service("name: tcsso")),

  scope("no openid", oidcWith("scope: [profile, email]")),
  scope("in capitals, over two lines", oidcWith("scope: [OpenID,\n    profile, email]")),
  scope("no email", oidcWith("scope: [openid, profile]")),
  scope("no profile, and another claim", oidcWith("scope: [openid, email], useridClaim: uid, userIdField: uid")),

  claim("in another spelling", oidcWith("useridClaim: Preferred_Username")),
  claim("a claim that takes a mapper", oidcWith("useridClaim: userId")),
  claim("the e-mail address", oidcWith("useridClaim: email")),
  identity("the display name", oidcWith("useridClaim: name")),
  identity("the other user id", oidcWith("userIdField: sub")),

  appid(
    "the name of the service, of a known version",
    signInWith(changeSignIn(NAME, "name: tcsso, appid: tcsso, version: 11.3 }")),
  ),
  appid("a version that is none", signInWith(changeSignIn(NAME, "name: tcsso, appid: login, version: current }"))),
  appid("the web application has the id", signInWith(changeSignIn("name: awc", "name: TCSSOLoginService"))),

  aliasing(
    "ids differ, and it is off",
    users("jdoe\nJSmith\nM.Mueller\n", changeSignIn("secrets:\n", "gateway: { aliasing: false }\nsecrets:\n")),
    "idp/uppercase-id",
  ),
  aliasing("ids are the same", users("jdoe\n", changeSignIn("secrets:\n", "gateway: { aliasing: true }\nsecrets:\n"))),
  aliasing(
    "ids are the same, and the server's own file says it",
    users("jdoe\n", {
      file: "environments/demo/installed/identity.xml",
      with: xml(...PASSWORDS, 'name="GatewayAliasingEnabled" value="true"'),
    }),
  ),

  aliasing(
    "the servers' own files differ",
    installed("login.xml", xml(...LOGIN, ...PASSWORDS, 'name="GatewayAliasingEnabled" value="false"'), {
      file: "environments/demo/installed/identity.xml",
      with: xml(...PASSWORDS, 'name="GatewayAliasingEnabled" value="TRUE"'),
    }),
  ),

  plain("the login service", service("base: http://plm.example.com:7001, name: tcsso")),
  plain("the identity provider", base("http://idp.example.com:8080")),
  plain("the web application has no scheme", signInWith(changeSignIn("root: https://", "root: "))),
  plain(
    "the tier's web client",
    signInWith({ file: ENVIRONMENT, replace: "https://plm.example.com:3000/awc", with: "http://plm.example.com:3000/awc" }),
  ),
  plain(
    "the login address of workstations",
    signInAnd("connector: { loginUrl: http://plm.example.com:7001/tcsso, appId: PLM }\n"),
  ),

  vault(
    "private_key_jwt with the vault",
    oidcWith(
      "clientAuthMethod: private_key_jwt",
      changeSignIn(
        "secrets:\n",
        "vault: { enabled: true }\nservices: { ssc: { name: TcSS }, vault: { name: TcVault }, dependency: true }\nsecrets:\n",
      ),
    ),
  ),
  vault(
    "private_key_jwt, and the server's own file has the vault on",
    installed(
      "login.xml",
      xml(...LOGIN, ...PASSWORDS, 'name="tcsso.vaultEnabled" value="true"'),
      changeSignIn("oidc: { ", "oidc: { clientAuthMethod: private_key_jwt, "),
    ),
  ),

  vault("private_key_jwt, and neither vault nor key store", oidcWith("clientAuthMethod: private_key_jwt")),
  vault(
    "private_key_jwt, and the server's own file has no key store either",
    installed(
      "identity.xml",
      xml(...PASSWORDS, 'name="KeyStorePassword" value=" "'),
      changeSignIn("oidc: { ", "oidc: { clientAuthMethod: private_key_jwt, "),
    ),
  ),

  order("the vault is on, and nothing is said", signInAnd("vault: { enabled: true }\n")),
  order("there is none", signInAnd("services: { ssc: { name: TcSS }, vault: { name: TcVault }, dependency: false }\n")),
  order("without a name", signInAnd("services: { ssc: { name: TcSS }, dependency: true }\n")),
  order("without the other name", signInAnd("services: { vault: { name: TcVault }, dependency: true }\n")),
  order("one service", signInAnd("services: { ssc: { name: TcSS }, vault: { name: tcss }, dependency: true }\n")),
  order(
    "the vault is disabled",
    signInAnd("services: { ssc: { name: TcSS }, vault: { name: TcVault, start: Disabled }, dependency: true }\n"),
  ),

  synced("login.xml holds it", installed("login.xml", xml(...LOGIN, ...PASSWORDS, 'name="KeyStorePassword" value="x"'))),

  ldap("in identity.xml", installed("identity.xml", xml(...PASSWORDS, 'name="LDAP_USERNAME_ATTRIBUTE" value="cn"'))),
  ldap(
    "with aliasing",
    installed(
      "sso.env",
      "LDAP_USERNAME_ATTRIBUTE=sAMAccountName\n",
      changeSignIn("secrets:\n", "gateway: { aliasing: true }\nsecrets:\n"),
    ),
  ),
  tls("without certificates of its own", installed("node.env", "export NODE_TLS_REJECT_UNAUTHORIZED='0'\n")),
];
