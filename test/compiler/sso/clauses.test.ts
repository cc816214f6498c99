import { describe, expect, test } from "vitest";
import { FEDERATION, PARAMETERS } from "../../../src/compiler/sso/parameters.ts";
import { factsOf, filesOf, LIVE } from "./scene.ts";

/* What people read and type from, sentence by sentence: a page that loses one of them fails here. */

const CALLBACK = "https://plm.example.com:7001/tcsso/weblogin/oidc_callback";
const text = (name: string, yaml = LIVE) => Buffer.from(filesOf(factsOf(yaml))[name] ?? "", "latin1").toString("utf8");
const rows = (yaml = LIVE) => JSON.parse(text("panel.json", yaml)).registry;

test("[E1] federation.properties holds exactly the nine names, and none of them twice", () => {
  const names = text("federation.properties")
    .split("\n")
    .flatMap((line) => (line.startsWith("#") || line === "" ? [] : [line.split("=")[0] ?? ""]));
  const nine =
    "client_id client_secret auth_endpoint token_endpoint jwks_endpoint scope userid_claim client_auth_method token_sig_alg";
  expect(names).toEqual(nine.split(" ").map((name) => `tcsso.oidc.${name}`));
  expect(FEDERATION.map(({ name }) => name)).toEqual(names);
});

test("[E2] both server files have the six parameters of a federation and the passwords", () => {
  const six = ["federation_reply_url", "oidc.userid_claim", "oidc.client_auth_method", "vaultEnabled", "login_service.appid"];
  for (const file of ["login.xml", "identity.xml"])
    for (const name of [
      ...six.map((name) => `tcsso.${name}`),
      "GatewayAliasingEnabled",
      "identityServicePassword",
      "propertiesPassword",
    ])
      expect(text(file), `${file} ${name}`).toContain(`name="${name}"`);
  expect(text("login.xml")).toContain('name="tcsso.login_service.appid" value="TCSSOLoginService"');
  expect(text("login.xml")).toContain('name="GatewayAliasingEnabled" value="false"');
  expect(PARAMETERS.filter(({ files }) => files.length === 1).map(({ name }) => name)).toEqual([
    "KeyStorePassword",
    "PrivateKeyPassword",
  ]);
});

test("[E4] the panel's page marks the deciding box, the fields shown later, and the red bar that is no error", () => {
  const page = text("panel.md");
  for (const said of [
    "The tick box decides everything: without it the deployment reports success and installs nothing.",
    "Change Federation Type first: other fields are shown only then.",
    "A red bar below a well-formed value is no error. Save, and watch for the error notification.",
    "every sso.tcSSO\\* property is written empty and nothing is installed",
    "Invalid parameter: redirect_uri",
    "No value found for required String property: tcsso.oidc.userid_claim",
    "required, although the panel does not mark it",
    "| LDAP_USERNAME_ATTRIBUTE (registry table) | `uid` |",
  ])
    expect(page).toContain(said);
});

test("[E5] [E16] row 1 is the login service with its callback and a root that nobody changes, unless it is set; row 2 is the web application", () => {
  const root = "https://plm.example.com:3000/awc";
  const second = { row: 2, application: "awc", APPLICATIONROOTURL: root, REDIRECTURL: root };
  const first = { row: 1, application: "TCSSOLoginService", APPLICATIONROOTURL: "unused_do_not_change", REDIRECTURL: CALLBACK };
  expect(rows()).toEqual([first, second]);
  const set = LIVE.replace("name: tcsso }", "name: tcsso, root: https://other.example.com }");
  expect(rows(set)).toEqual([{ ...first, APPLICATIONROOTURL: "https://other.example.com" }, second]);
});

test("[E16] the registry's page names both paths of the login service, whom a directory concerns, and who needs the address after sign-out", () => {
  const page = text("registry.md");
  for (const said of [
    CALLBACK,
    "https://plm.example.com:7001/tcsso/weblogin/oidc_redirect",
    "also authenticates ITK commands and the file indexer",
    "identity.xml with no LDAPConfiguration_* parameter and an empty domain map are right",
    "gets a redirect URI after sign-out for thin clients only",
    "it is another thing than tcsso.login_service.appid",
    "leave it at `uid`",
  ])
    expect(page).toContain(said);
});

describe("[E6] the client and the realm", () => {
  const realm = JSON.parse(text("realm.json"));
  test("are those that the identity provider gets: https required from outside, confidential, one callback, the web client after sign-out", () => {
    expect(realm.sslRequired).toBe("external");
    const [client] = realm.clients;
    expect(client).toMatchObject({ publicClient: false, redirectUris: [CALLBACK], standardFlowEnabled: true });
    expect(client.attributes["post.logout.redirect.uris"]).toBe("https://plm.example.com:3000/awc");
  });

  test("are started again unless somebody stopped them, with names that follow no request", () => {
    expect(text("idp.env")).toContain("Restart policy of the service or container: unless-stopped");
    expect(text("idp.env")).toContain("KC_HOSTNAME_STRICT=true");
    expect(text("idp.env", LIVE.replace("realm: engineering", 'realm: engineering\n  version: "24"'))).toContain(
      "KC_HOSTNAME_STRICT_BACKCHANNEL=true",
    );
  });
});

test("[E15] the page of names explains what an answer proves and refutes, and that a resolving name proves nothing", () => {
  const page = text("names.md", `${LIVE}consumers: [{ name: a, kind: host, address: 127.0.0.1 }]\n`);
  for (const said of [
    "A name that resolves proves nothing: inside a container it can lead to the container's own loopback.",
    'It proves the address when it answers 200 with `"issuer":"https://idp.example.com:8443/realms/engineering"`',
    "it refutes it with 'Connection refused', a time-out or another issuer",
    "curl --resolve idp.example.com:8443:127.0.0.1",
  ])
    expect(page).toContain(said);
});
