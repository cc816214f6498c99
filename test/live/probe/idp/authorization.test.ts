import { describe, expect, test } from "vitest";
import { probe } from "../../../../src/live/probe/idp/authorization.ts";
import { probe as loginService } from "../../../../src/live/probe/sso/login-service.ts";
import { identityProvider } from "../../../support/live/identity-provider.ts";
import type { Live } from "../../../support/live/live.ts";
import { Replay } from "../../../support/live/replay.ts";
import { readTape, RECORDED_ORIGIN, recordedHeader } from "../../../support/live/tapes.ts";
import { json, page } from "../../../support/live/web.ts";
import { asked, read, REALM } from "../scene.ts";
import { LIVE } from "../../../compiler/sso/scene.ts";
import { CALLBACK, CLIENT, type Faults, signInServers } from "../sso/scene.ts";

const judged = async (faults: Faults) => {
  const { exchange, asked: requests } = signInServers(faults);
  const found = await asked(probe, { exchange });
  return { found, words: read(found), requests };
};
const of = (refuses: NonNullable<NonNullable<Faults["idp"]>["refuses"]>, more: Faults["idp"] = {}): Faults => ({
  idp: { ...more, refuses },
});

describe("[F13][F5] what the authorization endpoint says", () => {
  test.each<readonly [words: string, faults: Faults, said: RegExp]>([
    [
      "a client that is switched off",
      of("client-disabled"),
      /^refuted: .* it answers 400: it says 'Client disabled\.', which means: the client is switched off in the realm\nhelp: enable the client/,
    ],
    [
      "the same in German, from a realm that has nothing else",
      of("client-disabled", { speaks: "de" }),
      /^refuted: .* it says 'Client deaktiviert\.', which means: the client is switched off/,
    ],
    [
      "the same of a realm that is German and has English",
      of("client-disabled", { speaks: "de-en" }),
      /^refuted: .* it says 'Client disabled\.', which means/,
    ],
    [
      "a realm that is switched off",
      of("realm-disabled"),
      /^refuted: .* it says 'Realm not enabled', which means: the realm is switched off/,
    ],
    [
      "a bearer-only client",
      of("bearer-only"),
      /^refuted: .* it answers 403: it says 'Bearer-only applications .*', which means: the client is bearer-only/,
    ],
    [
      "a flow that denies",
      of("deny"),
      /^refuted: .* it answers 401: it says 'Access denied', which means: the realm's flow denies/,
    ],
    [
      "standard flow off",
      of("standard-flow-off"),
      /^refuted: .* returns at once with 'unauthorized_client' \('Client is not allowed .* Standard flow is disabled for the client\.'\): the client does not take people to a login page\nhelp: switch 'Standard flow' on/,
    ],
    ["PAR alone", of("par"), /^refuted: .* with 'invalid_request' \('Pushed Authorization Request is only allowed\.'\)/],
    ["an error without a description", of("no-login"), /^refuted: .* with 'login_required': /],
    [
      "another PKCE method",
      of("wants-pkce-plain"),
      /^refuted: .* \('Invalid parameter: code challenge method is not matching the configured one'\): the client demands another PKCE method .*\nhelp: set .* to S256/,
    ],
    [
      "PKCE (S256), which a login service of today sends",
      of("wants-pkce"),
      /^proven: it shows its login page for client plm with .*; the client demands PKCE \(S256\), which the login service has to send: `sso\/login-service` names what it sends\ncontrol held: /,
    ],
    ["nothing special", {}, /^proven: it shows its login page for client plm with [^;]*\ncontrol held: /],
    [
      "another product's error page in another language",
      { servers: { [RECORDED_ORIGIN]: foreign('<div class="alert">Client inconnu</div>', 403) } },
      /^refuted: .* it answers 403 with a page called 'Erreur' that says 'Client inconnu'\nhelp: look at the event/,
    ],
    [
      "another product's login page",
      {
        servers: {
          [RECORDED_ORIGIN]: foreign('<form method="post"><input name="user"><input name="pw" type="password"></form>', 200),
        },
      },
      /^not-proven: it shows its login page for client plm .*control failed: it shows the login page as well/,
    ],
    [
      "JSON in place of a page",
      { servers: { [RECORDED_ORIGIN]: foreign("", 400, { error: "Client disabled." }) } },
      /^refuted: .* it says 'Client disabled', which means: the client is switched off/,
    ],
  ])("%s", async (_words, faults, said) => {
    expect((await judged(faults)).words).toMatch(said);
  });

  test("asks as a browser does, in English, with a challenge that no other request has", async () => {
    const { requests, found } = await judged({});
    const pages = requests.filter(({ url }) => url.pathname.endsWith("/auth"));
    for (const { headers, url } of pages) {
      expect(headers.accept).not.toContain("json");
      expect([headers["accept-language"], url.searchParams.get("ui_locales")]).toEqual(["en", "en"]);
    }
    const challenges = pages.flatMap(({ url }) => url.searchParams.get("code_challenge") ?? []);
    expect(new Set(challenges).size).toBe(challenges.length);
    for (const one of challenges) expect(one).toMatch(/^[\w-]{43}$/);
    // the last but one asks without it, to know whether it is demanded
    expect(pages.map(({ url }) => url.searchParams.get("code_challenge_method"))).toEqual(["S256", null, "S256"]);
    expect(found.facts.pkce).toBe("not required");
  });

  test.each([
    ["ten redirect URIs are asked about and proven", 9, /^proven: it shows its login page for client plm with .*\/further\/8$/m],
    [
      "an eleventh is named as not asked, and nothing is proven",
      10,
      /^not-proven: .*\. Not asked, after 10 addresses: client plm with \S*\/9$/m,
    ],
  ])("%s", async (_words, further, said) => {
    const uris = Array.from({ length: further }, (_, i) => `https://plm.example.com:7001/further/${i}`);
    const yaml = LIVE.replace("application: PLM", `application: PLM, redirectUris: [${uris.join(", ")}]`);
    const { exchange } = signInServers({ idp: { client: { ...CLIENT, redirectUris: [CALLBACK, ...uris] } } });
    expect(read(await asked(probe, { exchange, yaml }))).toMatch(said);
  });

  test("names what the login service itself sends", async () => {
    const sent = async (pkce: boolean) => (await asked(loginService, { exchange: signInServers({ pkce }).exchange })).facts.pkce;
    expect([await sent(true), await sent(false)]).toEqual(["S256", "none"]);
  });
});

/** Another product: its discovery, and one page for whoever is led to its login. */
function foreign(body: string, status: number, instead?: object): Live {
  const own = identityProvider({ realm: REALM, client: CLIENT, users: {} });
  return (request) => {
    if (!request.url.pathname.endsWith("/auth")) return own(request);
    return instead ? json(instead, status) : page(body, status, "Erreur");
  };
}

describe("[F13][F5] what a real server says is told", () => {
  const WORDS: Readonly<Record<string, RegExp>> = {
    "client disabled": /'Client disabled\.', which means: the client is switched off/,
    "realm disabled": /'Realm not enabled', which means: the realm is switched off/,
    "bearer-only client": /'Bearer-only .*', which means: the client is bearer-only/,
    "standard flow off": /Standard flow is disabled for the client\.'\): the client does not take people to a login page/,
    "PAR required": /'Pushed Authorization Request is only allowed\.'/,
    "request object required": /'Invalid Request', which means: the identity provider refuses the request as a whole/,
  };

  test.each(["26.7.3", "26.0.7"] as const)("by %s, to a browser", async (version) => {
    const tape = readTape(`${version}/authorization-errors`);
    const wanted = (query: URLSearchParams) =>
      query.get("client_id") === "plm" &&
      query.get("redirect_uri")?.endsWith("oidc_callback") &&
      query.get("scope") === "openid profile email";
    const browsers = tape.exchanges.filter(
      ({ request }) =>
        !recordedHeader(request.headers, "accept")?.includes("json") &&
        wanted(new URL(request.target, RECORDED_ORIGIN).searchParams),
    );
    const told = new Map<string, string>();
    for (const recorded of browsers) {
      const note = recorded.note?.split("; Accept")[0] ?? "";
      const otherwise = identityProvider({ realm: REALM, client: CLIENT, users: {} });
      const random = ["state", "nonce", "code_challenge", "code_challenge_method", "ui_locales"];
      const replay = new Replay({ ...tape, exchanges: [recorded] }, { headers: ["accept"], random, otherwise });
      told.set(
        note,
        read(await asked(probe, { exchange: signInServers({ servers: { [RECORDED_ORIGIN]: replay.live } }).exchange })),
      );
      if (!/redirect_uri|response_type|response_mode|prompt/.test(note))
        expect([note, replay.played.length > 0]).toEqual([note, true]);
    }
    const wrong = Object.entries(WORDS).filter(([note, said]) => told.has(note) && !said.test(told.get(note) ?? ""));
    expect(wrong.map(([note]) => `${note}: ${told.get(note)}`)).toEqual([]);
    expect([...told.keys()].filter((note) => note in WORDS).length).toBeGreaterThan(1);
  });
});
