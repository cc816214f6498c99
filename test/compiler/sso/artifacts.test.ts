import { describe, expect, test } from "vitest";
import { documentFault } from "../../support/printed-documents.ts";
import { discoveryOf, factsOf, filesOf, LIVE, REALM } from "./scene.ts";

const REALM_ONLY = LIVE.split("\n").slice(0, 7).join("\n").replace("stage: live", "stage: realm");
const text = (name: string, yaml = LIVE, users: string | null = null) => {
  const file = filesOf(factsOf(yaml, undefined, users))[name];
  return file === undefined ? "" : Buffer.from(file, "latin1").toString("utf8");
};

describe("the files of a sign-in", () => {
  test("[E13] before the login service is there, those of the identity provider alone; nothing is written in part", () => {
    expect(Object.keys(filesOf(factsOf(REALM_ONLY, null))).sort()).toEqual([
      "README.md",
      "groups.csv",
      "idp.env",
      "names.md",
      "realm.json",
      "trust.md",
    ]);
    expect(Object.keys(filesOf(factsOf(LIVE, undefined, "id\n"))).sort()).toEqual([
      "README.md",
      "federation.properties",
      "groups.csv",
      "identity.xml",
      "idp.env",
      "login.xml",
      "names.md",
      "panel.json",
      "panel.md",
      "realm.json",
      "registry.md",
      "services.md",
      "trust.md",
      "users.csv",
      "vault.md",
    ]);
  });

  test("[E4] the panel has every field of the deployment tool, in order, with its line", () => {
    expect(documentFault(text("panel.json"))).toBeNull();
    const { schema, fields } = JSON.parse(text("panel.json"));
    expect(schema).toBe("tierwright/panel/v1");
    expect(
      fields.map(({ id, value, from }: { id: string; value: string; from: { line: number } }) => `${id} ${value} ${from.line}`),
    ).toEqual([
      "install true 1",
      "federationType OIDC 1",
      "federationUrl https://idp.example.com:8443 5",
      "federationReplyUrl https://plm.example.com:7001/tcsso/weblogin/oidc_callback 8",
      "federationLogoutUrl https://idp.example.com:8443/realms/engineering/protocol/openid-connect/logout 7",
      "oidcAuthorizationEndpoint https://idp.example.com:8443/realms/engineering/protocol/openid-connect/auth 3",
      "oidcTokenEndpoint https://idp.example.com:8443/realms/engineering/protocol/openid-connect/token 4",
      "oidcJwksEndpoint https://idp.example.com:8443/realms/engineering/protocol/openid-connect/certs 6",
      "oidcClaimUserId preferred_username 1",
      "oidcUserId userId 1",
      "ldapUsernameAttribute uid 1",
    ]);
  });

  test("[E6] an account with only an id can sign in: nothing but the user name is required, with the realm's limits", () => {
    const [component] = JSON.parse(text("realm.json")).components["org.keycloak.userprofile.UserProfileProvider"];
    const { attributes } = JSON.parse(component.config["kc.user.profile.config"][0]);
    const rows = attributes.map(
      ({ name, required, validations }: { name: string; required?: object; validations: { length: object } }) => [
        name,
        required,
        validations.length,
      ],
    );
    expect(rows).toEqual([
      ["username", undefined, { min: 2, max: 255 }],
      ["email", undefined, { max: 255 }],
      ["firstName", undefined, { max: 255 }],
      ["lastName", undefined, { max: 255 }],
    ]);
  });

  test("[E9] what the vault is for depends on how the client proves itself", () => {
    expect(text("vault.md")).toContain("does not read the signing key store");
    const jwt = LIVE.replace("oidc: {", "oidc: { clientAuthMethod: private_key_jwt,");
    expect(text("vault.md", `${jwt}vault: { enabled: true }\n`)).toContain("null private key");
    expect(text("vault.md", jwt)).toContain("comes from the local key store");
    const realm = JSON.parse(text("realm.json", jwt));
    expect([realm.clients[0].clientAuthenticatorType, realm.clients[0].secret]).toEqual(["client-jwt", undefined]);
  });

  test("[E15] an issuer with a final slash is queried at one address, and compared as it is", () => {
    const consumers = "consumers: [{ name: wiki, kind: container, address: 10.20.0.1 }]\n";
    const files = filesOf(factsOf(LIVE + consumers, discoveryOf(`${REALM}/`, { token_endpoint: `${REALM}/token` })));
    expect(files["names.md"]).toContain(`${REALM}/.well-known/openid-configuration\``);
    expect(files["names.md"]).not.toContain("//.well-known");
    expect(files["names.md"]).toContain(`"issuer":"${REALM}/"`);
    expect(files["names.md"]).toContain("An error of the certificate (curl: (60)) says nothing of the address");
  });

  test("[E10] the start order is stated with how it is made and verified from both ends", () => {
    const page = text(
      "services.md",
      `${LIVE}services: { ssc: { name: TcSS, start: auto }, vault: { name: TcVault }, dependency: true }\n`,
    );
    for (const part of [
      'sc.exe config "TcSS" depend= "TcVault"',
      'sc.exe qc "TcSS"',
      'sc.exe enumdepend "TcVault"',
      "Dependency: stated: the security services depend on the vault.",
    ])
      expect(page).toContain(part);
    expect(page).not.toMatch(/\b(?:first|second) depends?\b|depends? on the (?:first|second)/);
    expect(text("services.md", `${LIVE}services: { vault: { name: TcVault }, dependency: false }\n`)).toContain(
      "Dependency: stated: the security services do not depend on the vault.",
    );
  });

  test("[E15] each consumer gets the way of its kind, and the call that proves it", () => {
    const page = text(
      "names.md",
      `${LIVE}consumers: [{ name: a, kind: guest, address: 10.20.0.1 }, { name: b, kind: container, address: 172.17.0.1, port: 9443 }]\n`,
    );
    expect(page).toContain("`10.20.0.1 idp.example.com`");
    expect(page).toContain("--add-host=idp.example.com:172.17.0.1");
    expect(page).toContain(
      "curl --resolve idp.example.com:8443:172.17.0.1 https://idp.example.com:8443/realms/engineering/.well-known/openid-configuration",
    );
    expect(page).toContain("sso.yaml says port `9443`");
  });

  test("[E7] [E16] groups and users are written as they are, and a name that CSV would take apart is one name", () => {
    const groups = text(
      "groups.csv",
      LIVE.replace("application: PLM }]", 'application: PLM }]\n  groups: ["A, B", "say \\"x\\"", "trailing\\r"]'),
    );
    expect(
      groups
        .split("\n")
        .slice(1, 4)
        .map((line) => line.split(",no,")[0]),
    ).toEqual(['"A, B"', '"say ""x"""', '"trailing\r"']);
    expect(groups).toContain("not needed for PLM SSO");
    expect(text("users.csv", LIVE, "id\njdoe\nAB\n")).toBe("PLM user id,username at the identity provider\njdoe,jdoe\nAB,ab\n");
  });

  test("[E6] a setting that no environment file can hold is not written", () => {
    const odd = LIVE.replace("base: https://idp.example.com:8443", 'base: "https://idp.example.com:8443\\nKC_PROXY=edge"');
    expect(() => filesOf(factsOf(odd))).toThrow("no environment file can hold");
  });
});
