import { describe, expect, test } from "vitest";
import { probe as authorization } from "../../../../src/live/probe/idp/authorization.ts";
import { probe as discovery } from "../../../../src/live/probe/idp/discovery.ts";
import { probe as endpoints } from "../../../../src/live/probe/idp/endpoints.ts";
import { probe as keys } from "../../../../src/live/probe/idp/keys.ts";
import { discoveryOf, LIVE } from "../../../compiler/sso/scene.ts";
import { answer, type Live } from "../../../support/live/live.ts";
import { json, leadsTo, page } from "../../../support/live/web.ts";
import { asked, type Given, read, REALM } from "../scene.ts";
import { CALLBACK, type Faults, signInServers } from "../sso/scene.ts";

const IDP = "https://idp.example.com:8443";
type Case = readonly [words: string, faults: Faults & { readonly given?: Partial<Given> }, said: RegExp];
/** An identity provider of which one address is all; `named` knows no other realm. */
const at = (handler: Live, given?: Partial<Given>, named = false): Case[1] => {
  const idp: Live = (request) =>
    named && request.url.pathname.includes("nobody-made") ? json({ error: "Realm does not exist" }, 404) : handler(request);
  return { servers: { [IDP]: idp }, ...(given ? { given } : {}) };
};

const judged = async (probe: typeof keys, { given = {}, ...faults }: Case[1]) =>
  read(await asked(probe, { exchange: signInServers(faults).exchange, ...given }));
const portal = at(() => page("Accept the terms", 200, "Guest network"));

describe("[F4][H6] discovery through two request hosts", () => {
  test("asks by the name, then with the address that it led to and with another port as Host, and a realm that does not exist", async () => {
    const { exchange, asked: requests } = signInServers();
    const found = await asked(discovery, { exchange });
    expect(read(found)).toMatch(
      /^proven: asked by its name, with Host: 192\.0\.2\.1:8443 and with Host: idp\.example\.com:9999 it answers the same \d+ bytes, and its issuer is https:\/\/idp\.example\.com:8443\/realms\/engineering\ncontrol held: .*-that-nobody-made.*: it is refused with 404$/,
    );
    expect(requests.map(({ headers }) => headers.host)).toEqual([
      "idp.example.com:8443",
      "192.0.2.1:8443",
      "idp.example.com:9999",
      "idp.example.com:8443",
    ]);
    expect(found.facts).toMatchObject({ identical: true, differs: [], secondHost: "192.0.2.1:8443", issuer: REALM });
  });

  test.each<Case>([
    [
      "addresses that follow the request",
      { idp: { fault: "addresses-follow-host" } },
      /^refuted: .* answers two documents: end_session_endpoint is '.*idp\.example\.com.*' and 'https:\/\/192\.0\.2\.1:8443\/.*', jwks_uri .* token_endpoint .* userinfo_endpoint .*\nhelp: give the identity provider its name, .*KC_HOSTNAME=https:\/\/idp\.example\.com:8443 KC_HOSTNAME_STRICT=true KC_HOSTNAME_BACKCHANNEL_DYNAMIC=false/,
    ],
    [
      "an issuer that follows the request",
      { idp: { fault: "issuer-follows-host" } },
      /^refuted: .* issuer is '.*' and 'https:\/\/192\.0\.2\.1:8443\/realms\/engineering'/,
    ],
    [
      "lists in another order are the same",
      { idp: { fault: "order-changes" } },
      /^proven: .* the same fields; its bytes differ in the order/,
    ],
    [
      "a server that describes any realm",
      { idp: { fault: "any-realm" } },
      /^not-proven: .*but that proves nothing, for the control failed: .* the server answers for any realm/,
    ],
    [
      "an issuer with a slash more",
      at(() => json({ issuer: `${REALM}/` })),
      /^refuted: the issuer is '.*engineering\/', and '.*engineering' was asked: the slash at the end is the difference/,
    ],
    [
      "no such realm",
      at(() => json({ error: "Realm does not exist" }, 404)),
      /^refuted: .* answers 404 with \d+ bytes\nhelp: no realm of this name is there/,
    ],
    ["a captive portal", portal, /^refuted: .* answers 200 with a page \(\d+ bytes\) where JSON is expected/],
    [
      "JSON that readers differ on",
      at(() => answer(200, "application/json", '{"issuer":1,"issuer":2}')),
      /^refuted: .* no JSON which every reader understands alike: line 1: /,
    ],
    [
      "a second host that is refused",
      at(({ headers }) =>
        headers.host === "idp.example.com:8443" ? json(JSON.parse(discoveryOf(REALM))) : page("Misdirected", 421),
      ),
      /^not-proven: asked with Host: 192\.0\.2\.1:8443, .* answers 421 with a page .*; the hosts that were answered cannot reveal a disagreement/,
    ],
    [
      "nobody there",
      { down: [IDP] },
      /^not-proven: https:\/\/idp\.example\.com:8443\/.*: nothing listens there, so what discovery says is not known/,
    ],
  ])("%s", async (_words, faults, said) => {
    expect(await judged(discovery, faults)).toMatch(said);
  });

  const container = "/.dockerenv is there, as Docker puts it into containers";
  test.each<Case>([
    [
      "a container's own loopback, where nobody answers",
      { down: [IDP], given: { resolves: { "idp.example.com": ["127.0.0.1"] }, container } },
      /^not-proven: idp\.example\.com leads to 127\.0\.0\.1 here, which is this container's own loopback and not its host's \(\/\.dockerenv is there.*\), and there nothing listens there: that the name resolves proves nothing.*\nhelp: --connect idp\.example\.com:8443:ADDRESS with the address of the container's host proves .*--add-host or a hostAliases entry/,
    ],
    [
      "the same by IPv6",
      { down: [IDP], given: { resolves: { "idp.example.com": ["::1"] }, container } },
      /^not-proven: idp\.example\.com leads to ::1 here, which is this container's own loopback/,
    ],
    [
      "the loopback of a machine that is no container",
      { down: [IDP], given: { resolves: { "idp.example.com": ["127.0.0.1"] } } },
      /^not-proven: idp\.example\.com leads to 127\.0\.0\.1 here, which is this machine itself, and there .*\nhelp: --connect idp\.example\.com:8443:ADDRESS proves/,
    ],
    [
      "one that --connect leads past",
      { given: { resolves: { "idp.example.com": ["127.0.0.1"] }, container } },
      /^proven: .*; it answered through --connect alone: idp\.example\.com leads to 127\.0\.0\.1 here, which is this container's own loopback.*\nhelp: --connect/,
    ],
  ])("%s", async (_words, faults, said) => {
    expect(await judged(discovery, faults)).toMatch(said);
  });
});

describe("[F4] the realm's addresses", () => {
  test.each<Case>([
    [
      "all below the realm, as they are pinned",
      {},
      /^proven: 5 addresses lie below https:\/\/idp\.example\.com:8443\/realms\/engineering, which is the issuer, too, and they are those that are pinned\ncontrol held/,
    ],
    [
      "nothing is pinned",
      { given: { discovery: null } },
      /^proven: .*; none is pinned to compare with\nhelp: `tierwright sso pin ENV`/,
    ],
    [
      "outside of the realm",
      { idp: { fault: "not-realm-scoped" } },
      /^refuted: .*token_endpoint is 'https:\/\/idp\.example\.com:8443\/protocol\/.*', which is not below .*\/realms\/engineering/,
    ],
    [
      "other ones than those that are pinned",
      { given: { discovery: discoveryOf(REALM, { token_endpoint: `${REALM}/old/token` }) } },
      /^refuted: token_endpoint is '.*openid-connect\/token', and '.*\/old\/token' is pinned, which the panel and federation\.properties have/,
    ],
    [
      "no end of session",
      at(() => json({ ...JSON.parse(discoveryOf(REALM)), end_session_endpoint: undefined }), { discovery: null }),
      /^not-proven: 4 addresses lie below .*, but end_session_endpoint is missing: nobody can sign out .*\nhelp: /,
    ],
    [
      "an empty end of session",
      at(() => json({ ...JSON.parse(discoveryOf(REALM)), end_session_endpoint: "" }), { discovery: null }),
      /^not-proven: .*end_session_endpoint is missing/,
    ],
    [
      "an end of session that is no text",
      at(() => json({ ...JSON.parse(discoveryOf(REALM)), end_session_endpoint: ["x"] }), { discovery: null }),
      /^not-proven: .*end_session_endpoint is missing/,
    ],
    [
      "an end of session that is pinned and gone",
      at(() => json({ ...JSON.parse(discoveryOf(REALM)), end_session_endpoint: undefined })),
      /^refuted: end_session_endpoint is missing, although '.*\/logout' is pinned/,
    ],
    [
      "no user information, which nobody has to have",
      at(() => json({ ...JSON.parse(discoveryOf(REALM)), userinfo_endpoint: undefined }), { discovery: null }, true),
      /^proven: 4 addresses lie below/,
    ],
    [
      "a document without them",
      at(() => json({ issuer: REALM })),
      /^refuted: authorization_endpoint is missing, token_endpoint is missing, jwks_uri is missing, userinfo_endpoint is missing, although '.*' is pinned and end_session_endpoint is missing/,
    ],
    ["a server that describes any realm", { idp: { fault: "any-realm" } }, /^not-proven: /],
    ["a captive portal", portal, /^refuted: /],
    ["nobody there", { down: [IDP] }, /^not-proven: /],
  ])("%s", async (_words, faults, said) => {
    expect(await judged(endpoints, faults)).toMatch(said);
  });
});

describe("[F4] the realm's keys", () => {
  test.each<Case>([
    [
      "one fits",
      {},
      /^proven: 1 of 1 keys can check a signature of RS256: 'one' \(RSA, sig, RS256\)\ncontrol held: .*certs-that-nobody-made: none are there: it answers 404$/,
    ],
    [
      "of another type",
      { idp: { keys: "ES256" } },
      /^refuted: none of the realm's 1 keys can check a signature of RS256: 'one' \(EC, P-256, sig, ES256\): it is of type 'EC'\n/,
    ],
    [
      "that fits another algorithm of sso.yaml",
      { idp: { keys: "ES256" }, given: { yaml: LIVE.replace("oidc: {", "oidc: { tokenSigAlg: ES256,") } },
      /^proven: 1 of 1 keys can check a signature of ES256/,
    ],
    ["too short", { idp: { keys: "weak" } }, /^refuted: .* it has 1024 bits, and 2048 is the least/],
    ["for encryption", { idp: { keys: "encryption" } }, /^refuted: .* it is for 'enc', not for signatures/],
    ["none", { idp: { keys: "none" } }, /^refuted: the realm publishes no key/],
    [
      "an algorithm that the realm does not sign with",
      { given: { yaml: LIVE.replace("oidc: {", "oidc: { tokenSigAlg: PS256,") } },
      /^refuted: the realm signs ID tokens with RS256 and ES256, and oidc\.tokenSigAlg is PS256/,
    ],
    ["at any address", { idp: { fault: "any-keys" } }, /^not-proven: .*: keys are there as well/],
    [
      "at another server",
      at(() => json({ issuer: REALM, jwks_uri: "https://keys.example.net/certs" })),
      /^refuted: jwks_uri is https:\/\/keys\.example\.net\/certs, and the realm is at /,
    ],
    ["nobody there", { down: [IDP] }, /^not-proven: /],
  ])("%s", async (_words, faults, said) => {
    expect(await judged(keys, faults)).toMatch(said);
  });
});

describe("[F5] the authorization endpoint", () => {
  test("each request has a state and a nonce of its own, which nobody can know beforehand", async () => {
    const { exchange, asked: requests } = signInServers();
    await asked(authorization, { exchange });
    await asked(authorization, { exchange });
    const sent = requests.flatMap(({ url }) => [url.searchParams.get("state"), url.searchParams.get("nonce")]).filter(Boolean);
    expect(sent).toHaveLength(12);
    expect(new Set(sent).size).toBe(sent.length);
    for (const one of sent) expect(one).toMatch(/^[\w-]{22}$/);
  });

  const client = { id: "plm", secret: "x", redirectUris: [] };
  test.each<Case>([
    [
      "a login page for the registered address, and for that alone",
      {},
      /^proven: it shows its login page for client plm with https:\/\/plm\.example\.com:7001\/tcsso\/weblogin\/oidc_callback\ncontrol held: .*oidc_callback-that-nobody-registered: it answers 400: it says 'Invalid parameter: redirect_uri'/,
    ],
    [
      "an address that is not registered",
      { idp: { client } },
      /^refuted: for client plm and .*oidc_callback it answers 400: it says 'Invalid parameter: redirect_uri', which means: .*\nhelp: the panel's Federation Reply URL and the client's redirect URI have to be the same/,
    ],
    [
      "a client that is not there",
      { idp: { client: { ...client, id: "other" } } },
      /^refuted: .*'Client not found\.', which means/,
    ],
    [
      "a wildcard",
      { idp: { fault: "any-redirect" } },
      /^not-proven: .*for the control failed: it shows the login page as well: the client takes addresses that nobody registered/,
    ],
    [
      "a page without a password",
      { idp: { fault: "no-login-page" } },
      /^refuted: .* it answers 200 with a page called 'Page', which asks for no password/,
    ],
    [
      "another identity provider behind",
      { idp: { fault: "broker" } },
      /^refuted: .* it leads to https:\/\/accounts\.example\.net\/adfs\/ls\n/,
    ],
    [
      "who is signed in at once, or refused by an error in the address",
      {
        servers: {
          [IDP]: ({ url }) =>
            url.pathname.endsWith("/auth")
              ? leadsTo(`${CALLBACK}?error=invalid_scope&state=x`)
              : json(JSON.parse(discoveryOf(REALM))),
        },
      },
      /^refuted: .* it shows no login page and returns at once with 'invalid_scope': the client may not ask for one of the scopes\nhelp: give the client the scopes/,
    ],
    [
      "no address to return to yet",
      { given: { yaml: LIVE.replace(/loginService: .*/, "loginService: {}") } },
      /^skipped: no client has an address to return to yet/,
    ],
    ["nobody there", { down: [IDP] }, /^not-proven: /],
  ])("%s", async (_words, faults, said) => {
    expect(await judged(authorization, faults)).toMatch(said);
  });

  test("asks the identity provider alone, with what the login service asks it", async () => {
    const { exchange, asked: requests } = signInServers();
    await asked(authorization, { exchange });
    expect(new Set(requests.map(({ origin }) => origin))).toEqual(new Set([IDP]));
    const query = requests.find(({ url }) => url.pathname.endsWith("/auth"))?.url.searchParams;
    expect([query?.get("client_id"), query?.get("redirect_uri"), query?.get("scope")]).toEqual([
      "plm",
      CALLBACK,
      "openid profile email",
    ]);
  });
});
