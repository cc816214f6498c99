import { describe, expect, test } from "vitest";
import { probe } from "../../../../src/live/probe/sso/login-service.ts";
import { leadsTo, page } from "../../../support/live/web.ts";
import { LIVE } from "../../../compiler/sso/scene.ts";
import { asked, type Given, read } from "../scene.ts";
import { type Faults, signInServers } from "./scene.ts";

const LOGIN = "https://plm.example.com:7001";
const leadingTo = (location: string): Faults => ({ servers: { [LOGIN]: () => leadsTo(location) } });

describe("[F5] the login service", () => {
  test("is asked alone: nobody else is on the way", async () => {
    const { exchange, asked: requests } = signInServers();
    await asked(probe, { exchange });
    expect(new Set(requests.map(({ origin }) => origin))).toEqual(new Set([LOGIN]));
  });

  test.each<readonly [words: string, faults: Faults & { readonly given?: Partial<Given> }, said: RegExp]>([
    [
      "leads to the realm as sso.yaml has it",
      {},
      /^proven: it leads to .*\/protocol\/openid-connect\/auth with client plm and returns to .*oidc_callback\ncontrol held: .*tcsso-that-nobody-deployed\/weblogin\/oidc_redirect: it answers 404 and leads nowhere$/,
    ],
    [
      "an empty Federation Reply URL",
      { login: "no-reply-url" },
      /^refuted: it leads to the realm, but redirect_uri is '' and not '.*oidc_callback'\nhelp: the panel's Federation Reply URL was left empty/,
    ],
    [
      "another one",
      { login: "wrong-reply-url" },
      /^refuted: .* redirect_uri is '.*weblogin\/callback' and not '.*oidc_callback'\nhelp: .*`tierwright sso verify ENV`/,
    ],
    [
      "another client",
      { given: { yaml: LIVE.replace("id: plm,", "id: plm2,") } },
      /^refuted: .* client_id is 'plm' and not 'plm2'/,
    ],
    [
      "scopes that are not asked for",
      { given: { yaml: LIVE.replace("oidc: {", "oidc: { scope: [openid, profile, groups],") } },
      /^refuted: .* scope lacks groups/,
    ],
    [
      "another identity provider",
      { login: "elsewhere" },
      /^refuted: it leads to https:\/\/portal\.example\.net\/welcome, and the realm signs people in at /,
    ],
    [
      "another realm",
      leadingTo("https://idp.example.com:8443/realms/other/protocol/openid-connect/auth?client_id=plm"),
      /^refuted: it leads to .*\/realms\/other\/.*\nhelp: compare OIDC Authorization Endpoint on the panel/,
    ],
    [
      "an empty claim of the user's id",
      { login: "no-userid-claim" },
      /^refuted: it answers 500: .*userid_claim', which means: the panel's field OIDC Authorization Claim User ID is empty/,
    ],
    ["services that started before their vault", { login: "vault-not-ready" }, /^refuted: .*started before their vault/],
    ["a circle", { login: "loop" }, /^refuted: .*leads in a circle/],
    [
      "nothing deployed there",
      { servers: { [LOGIN]: () => page("Not Found", 404) } },
      /^refuted: neither weblogin\/oidc_redirect nor weblogin\/oidc_callback is there \(404\): no login service lies below .*\/tcsso\n/,
    ],
    [
      "a page that leads nobody on",
      { servers: { [LOGIN]: () => page("Hello", 200, "Welcome") } },
      /^not-proven: it answers 200 with a page called 'Welcome' that begins with 'Hello' and leads nobody to the identity provider/,
    ],
    [
      "a server that leads everybody on",
      {
        servers: {
          [LOGIN]: ({ url }) =>
            leadsTo(
              `https://idp.example.com:8443/realms/engineering/protocol/openid-connect/auth?client_id=plm&response_type=code&scope=openid+profile+email&redirect_uri=${encodeURIComponent("https://plm.example.com:7001/tcsso/weblogin/oidc_callback")}&at=${url.pathname}`,
            ),
        },
      },
      /^not-proven: .*control failed: it leads on as well/,
    ],
    [
      "nobody there",
      { down: [LOGIN] },
      /^not-proven: .*nothing listens there, so whether the login service is there is not known/,
    ],
    [
      "no address yet",
      { given: { yaml: LIVE.replace(/loginService: .*/, "loginService: {}") } },
      /^skipped: sso\.yaml does not say where the login service is/,
    ],
  ])("%s", async (_words, { given, ...faults }, said) => {
    expect(read(await asked(probe, { exchange: signInServers(faults).exchange, ...given }))).toMatch(said);
  });
});
