import { chmodSync, cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { built } from "../../support/built.ts";
import { temporaryFolder } from "../../support/repository.ts";
import { signInServers, type SignInFaults } from "../../support/live/sign-in.ts";

/* The built command against a whole sign-in with real connections: npm's oidc-provider, a login service and a gateway of ours, a tier of ours. */

const AT = {
  realm: "https://idp.example.com:8443/realms/engineering",
  loginService: "https://plm-pilot.example.com:7001/tcsso",
  root: "https://plm-pilot.example.com:3000/awc",
  tier: "https://plm-pilot.example.com:8443/tc",
  client: { id: "plm-pilot", secret: "of the client, and nobody else's" },
};
const PASSWORD = "correct horse battery";
const OTHER_CALLBACK = "https://plm-pilot.example.com:7001/sso/weblogin/oidc_callback";

interface Given extends SignInFaults {
  readonly user?: string;
  /** Without --ca. */
  readonly untrusted?: true;
}

async function probed(only: string, { user = "ab", untrusted, ...faults }: Given = {}) {
  const folder = temporaryFolder();
  for (const name of ["environments", "releases", "templates"]) cpSync(name, join(folder, name), { recursive: true });
  writeFileSync(join(folder, "me.yaml"), `user: ${user}\npassword: { env: PLM_PASSWORD }\n`);
  chmodSync(join(folder, "me.yaml"), 0o600);
  const people = [{ user, password: PASSWORD, name: "Abel, Ab", roles: [["Engineering", "Designer"]] }] as const;
  const servers = await signInServers(AT, { ...faults, tier: { people, version: "2606", ...faults.tier } });
  try {
    writeFileSync(join(folder, "ca.pem"), servers.ca);
    const connect = servers.connect.flatMap((one) => ["--connect", one]);
    const ca = untrusted ? [] : ["--ca", "ca.pem"];
    const argv = ["probe", "pilot", "--only", only, "--profile", "./me.yaml", ...connect, ...ca, "--format", "json"];
    const { code, out: text, err: errors } = await built(argv, folder, { PLM_PASSWORD: PASSWORD });
    if (!text.includes('"probes"')) throw new Error(`${code}: ${text}${errors}`);
    const document = JSON.parse(text) as {
      readonly probes: readonly {
        readonly id: string;
        readonly outcome: string;
        readonly says: string;
        readonly help: string | null;
      }[];
    };
    const told = Object.fromEntries(document.probes.map(({ id, outcome, says }) => [id, `${outcome}: ${says}`]));
    const outcomes = Object.fromEntries(document.probes.map(({ id, outcome }) => [id, outcome]));
    return { code, text, errors, told, outcomes };
  } finally {
    await servers.close();
  }
}

describe("[F8] a sign-in through an identity provider that nobody here wrote", () => {
  test("is proven by every probe, and nothing that opens something is printed", async () => {
    const { code, outcomes, errors, text } = await probed("tier/sign-in,tier/password-versus-sso,sso,idp,tls");
    expect(outcomes).toEqual({
      "idp/authorization": "proven",
      "idp/discovery": "proven",
      "idp/endpoints": "proven",
      "idp/keys": "proven",
      "sso/chain": "proven",
      "sso/login-service": "proven",
      "tier/password-versus-sso": "proven",
      "tier/sign-in": "proven",
      // a server of the file transfer is not there
      "tls/chain": "not-proven",
    });
    expect(code).toBe(3);
    // who signs in where, twice, and nothing else: no warning of the program that runs it, and no address of a login page
    expect(errors.trim().split("\n")).toEqual([
      `signs in as ab at ${AT.tier}: one attempt, whatever comes of it`,
      `signs in as ab at ${AT.realm}: one attempt, whatever comes of it`,
    ]);
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain("correct");
  });

  test.each<readonly [words: string, given: Given, only: string, id: string, said: RegExp]>([
    [
      "another user's token",
      { idp: { always: "somebody" } },
      "sso/chain",
      "sso/chain",
      /^refuted: the session at .* is that of 'somebody', and 'ab' was to be signed in/,
    ],
    [
      "an id in capitals, which the realm keeps in lower case",
      { user: "AB", idp: { lowers: true } },
      "sso/chain",
      "sso/chain",
      /^refuted: .* is that of 'ab', and 'AB' was to be signed in: they differ in capital letters alone/,
    ],
    [
      "a redirect address that is not registered",
      { idp: { redirectUris: [OTHER_CALLBACK] } },
      "sso/chain,idp/authorization",
      "idp/authorization",
      /^refuted: for client plm-pilot .* it answers 400/,
    ],
    [
      "the same on the way",
      { idp: { redirectUris: [OTHER_CALLBACK] } },
      "sso/chain",
      "sso/chain",
      /^refuted: the identity provider \(.*\) says 'invalid_redirect_uri' before any login form of the realm/,
    ],
    [
      "a stale pool manager",
      { tier: { ticket: () => false } },
      "tier/password-versus-sso",
      "tier/password-versus-sso",
      /^refuted: the password of ab signs in, and the ticket does not: .*515143/,
    ],
    [
      "a login page in place of a ticket",
      { login: "login-page-instead" },
      "sso/chain",
      "sso/chain",
      /^refuted: the login service .* answers 200 with a page called 'Teamcenter Security Services Login'/,
    ],
    [
      "addresses that follow the request",
      { idp: { addresses: "request" } },
      "idp/discovery",
      "idp/discovery",
      /^refuted: .* it answers two documents: authorization_endpoint is 'https:\/\/idp\.example\.com:8443.*' and 'https:\/\/127\.0\.0\.1:\d+\/realms/,
    ],
    ["keys of another type", { idp: { key: "ES256" } }, "idp/keys", "idp/keys", /^refuted: .*ES256/],
    [
      "a client secret that is not the client's",
      { idp: { client: { id: "plm-pilot", secret: "another, which is long enough" } } },
      "sso/chain",
      "sso/chain",
      /^refuted: the login service .*'invalid_client'/,
    ],
    [
      "the same where the login service answers 200 with its own page",
      { idp: { client: { id: "plm-pilot", secret: "another, which is long enough" } }, login: "own-error-page" },
      "sso/chain",
      "sso/chain",
      /^refuted: the login service \(.*oidc_callback\) answers 200 with a page called 'Error' .* does not go on to the gateway/,
    ],
    [
      "PKCE that the client demands and the login service does not send",
      { idp: { pkce: true } },
      "sso/chain,idp/authorization",
      "sso/chain",
      /^refuted: the identity provider \(.*\) sends the login service the error 'invalid_request' \('.*PKCE.*'\) in place of a code: the client demands PKCE/,
    ],
  ])("%s", async (_words, given, only, id, said) => {
    const { code, told, text } = await probed(only, given);
    expect(told[id]).toMatch(said);
    expect(code).toBe(1);
    expect(text).not.toContain(PASSWORD);
  });

  test("[F13] PKCE that is demanded and sent is no fault", async () => {
    const { code, outcomes, told } = await probed("sso,idp/authorization", { idp: { pkce: true }, pkce: true });
    expect(outcomes).toEqual({ "idp/authorization": "proven", "sso/chain": "proven", "sso/login-service": "proven" });
    expect(told["idp/authorization"]).toMatch(/the client demands PKCE \(S256\)/);
    expect(code).toBe(0);
  });

  test("certificates that nobody signed: not reached, and refuted where stores are asked", async () => {
    const { code, told } = await probed("idp,sso,tls", { untrusted: true });
    expect(told["tls/chain"]).toMatch(/^refuted: .*hold against no store: Node/);
    expect(told["idp/discovery"]).toMatch(/^not-proven: .*self-signed certificate that is not trusted here/);
    expect(told["sso/chain"]).toMatch(/^not-proven: /);
    expect(code).toBe(1);
  });
});
