import { describe, expect, test } from "vitest";
import { missingOf } from "../../../src/compiler/sso/required.ts";
import { discoveryOf, factsOf, LIVE, REALM, SSO_PATH } from "./scene.ts";

const CALLBACK = "https://plm.example.com:7001/tcsso/weblogin/oidc_callback";
const value = (fact: { readonly value: string } | null) => fact?.value ?? null;
const places = (fact: { readonly place: { readonly file: string; readonly line: number } } | null) =>
  fact && `${fact.place.file}:${fact.place.line}`;

describe("what the files of a sign-in agree on", () => {
  test("[E4] addresses come from their own fields, endpoints from the pinned document, each with its line", () => {
    const facts = factsOf(LIVE);
    expect(value(facts.federationUrl)).toBe("https://idp.example.com:8443");
    expect(value(facts.replyUrl)).toBe(CALLBACK);
    expect(value(facts.redirectUrl)).toBe("https://plm.example.com:7001/tcsso/weblogin/oidc_redirect");
    expect(value(facts.issuer)).toBe(REALM);
    expect(value(facts.discoveryUrl)).toBe(`${REALM}/.well-known/openid-configuration`);
    expect(value(facts.endpoints.endSession)).toBe(`${REALM}/protocol/openid-connect/logout`);
    expect(places(facts.federationUrl)).toBe(`${SSO_PATH}:5`);
    expect(places(facts.replyUrl)).toBe(`${SSO_PATH}:8`);
    expect(places(facts.endpoints.jwks)).toBe("environments/demo/discovery.json:6");
    expect(places(facts.useridClaim)).toBe(`${SSO_PATH}:1`);
    expect(facts.useridClaim).toMatchObject({ value: "preferred_username", stated: false, pointer: null });
  });

  test("[E2] the name of the login service is in its addresses, and its application id stays what it is", () => {
    const facts = factsOf(LIVE.replace("name: tcsso", "name: /login-2/"));
    expect(value(facts.replyUrl)).toBe("https://plm.example.com:7001/login-2/weblogin/oidc_callback");
    expect(facts.registry.map(({ application }) => application.value)).toEqual(["TCSSOLoginService", "awc"]);
    expect(facts.registry[0]).toMatchObject({
      rootUrl: { value: "unused_do_not_change" },
      redirectUrl: { value: "https://plm.example.com:7001/login-2/weblogin/oidc_callback" },
    });
  });

  test("[E6] the login service's client gets its callback from stage installed on; what is written counts", () => {
    const uris = (yaml: string) => factsOf(yaml).clients.map((client) => client.redirectUris.map((uri) => uri.value));
    expect(uris(LIVE)).toEqual([[CALLBACK]]);
    expect(uris(LIVE.replace("stage: live", "stage: realm"))).toEqual([[]]);
    expect(uris(LIVE.replace("application: PLM", "redirectUris: []"))).toEqual([[]]);
    expect(uris(LIVE.replace("application: PLM", "redirectUris: [https://a.example.com/x]"))).toEqual([
      ["https://a.example.com/x"],
    ]);
  });

  test("[E6] of two clients the one that oidc names is the login service; the other one keeps its own secret and addresses", () => {
    const two = LIVE.replace(
      "[{ id: plm, application: PLM }]",
      "[{ id: wiki, redirectUris: [https://wiki.example.com/cb] }, { id: plm }]",
    );
    expect(factsOf(two).clientId).toBeNull();
    expect(missingOf(factsOf(two)).map(({ what }) => what)).toEqual(["/oidc/clientId"]);
    const facts = factsOf(two.replace("oidc: {", "oidc: { clientId: plm,"));
    expect(facts.clients.map(({ id, isLoginService, secret }) => [id.value, isLoginService, secret !== null])).toEqual([
      ["wiki", false, false],
      ["plm", true, true],
    ]);
    expect(value(facts.clients[0]?.postLogout ?? null)).toBeNull();
    expect(value(facts.clients[1]?.postLogout ?? null)).toBe("https://plm.example.com:3000/awc");
  });

  test("[E6] two environments of one realm say the same of it, each with its own client", () => {
    const other = LIVE.replaceAll("plm.example.com", "test.example.com").replace("id: plm", "id: plm-test");
    const [a, b] = [factsOf(LIVE), factsOf(other)];
    expect([b.issuer?.value, b.hostname, b.username.min.value]).toEqual([a.issuer?.value, a.hostname, a.username.min.value]);
    expect([value(a.clientId), value(b.clientId)]).toEqual(["plm", "plm-test"]);
  });

  test.each([
    ["24", ["KC_HOSTNAME_URL=https://idp.example.com:8443", "KC_HOSTNAME_STRICT=true", "KC_HOSTNAME_STRICT_BACKCHANNEL=true"]],
    ["25.0.5", ["KC_HOSTNAME=https://idp.example.com:8443", "KC_HOSTNAME_STRICT=true", "KC_HOSTNAME_BACKCHANNEL_DYNAMIC=false"]],
    ["v26", ["KC_HOSTNAME=https://idp.example.com:8443", "KC_HOSTNAME_STRICT=true", "KC_HOSTNAME_BACKCHANNEL_DYNAMIC=false"]],
  ])("[E6] host-name settings of version %s", (version, lines) => {
    const facts = factsOf(LIVE.replace("realm: engineering", `realm: engineering\n  version: "${version}"`));
    expect(facts.hostname.map(({ name, fact }) => `${name}=${fact.value}`)).toEqual(lines);
  });

  test("[E16] mappers are needed where the User ID field is relied on, and only there", () => {
    expect(factsOf(LIVE).mappers).toEqual([]);
    expect(factsOf(LIVE.replace("oidc: {", "oidc: { userIdField: userId,")).mappers).toEqual(["uid", "userId"]);
    expect(factsOf(LIVE.replace("oidc: {", "oidc: { userIdField: employee,")).mappers).toEqual(["uid", "userId", "employee"]);
  });

  test("a slash at the end of an address, a realm with a space and YAML's other spellings of true change no meaning", () => {
    const odd = LIVE.replace("8443\n", "8443/\n")
      .replace("realm: engineering", "realm: my realm")
      .concat("vault: { enabled: TRUE }\n");
    const facts = factsOf(odd, null);
    expect(value(facts.realmUrl)).toBe("https://idp.example.com:8443/realms/my%20realm");
    expect(value(facts.vault.enabled)).toBe("true");
  });
});

describe("[E13] stages say what may be missing", () => {
  const lacks = (yaml: string, discovery?: string | null) => missingOf(factsOf(yaml, discovery)).map(({ what }) => what);
  const REALM_ONLY = LIVE.split("\n").slice(0, 7).join("\n").replace("stage: live", "stage: realm");

  test("realm needs the identity provider alone: no login service, no discovery document", () => {
    expect(lacks(REALM_ONLY, null)).toEqual([]);
    expect(lacks("apiVersion: tierwright/v1\nkind: FederatedSignIn\nstage: realm\n", null)).toEqual([
      "/idp/base",
      "/idp/realm",
      "/idp/clients",
    ]);
  });

  test("installed needs the panel's values too, live everything", () => {
    expect(lacks(REALM_ONLY.replace("stage: realm", "stage: installed"), null)).toEqual([
      "/oidc/clientSecret",
      "/loginService/base",
      "/loginService/name",
      "/webApplication/name",
      "/webApplication/root",
      "discovery.json",
    ]);
    expect(lacks(LIVE)).toEqual([]);
    expect(lacks(LIVE.replace(/secrets:.*\n/, ""))).toEqual(["/secrets/identityServicePassword", "/secrets/propertiesPassword"]);
    expect(lacks(LIVE.replace("name: tcsso", "name: ''"))).toEqual(["/loginService/name"]);
  });

  test("a client that proves itself with its own key needs no secret", () => {
    expect(lacks(LIVE.replace(/oidc:.*\n/, "oidc: { clientAuthMethod: private_key_jwt }\n"))).toEqual([]);
  });

  test("an address that the pinned document leaves empty is not known", () => {
    expect(factsOf(LIVE, discoveryOf(REALM, { end_session_endpoint: " " })).endpoints.endSession).toBeNull();
  });
});
