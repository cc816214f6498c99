import { expect, test } from "vitest";
import type { ExchangeAnswer } from "../../../../src/platform/exchange.ts";
import { Walk } from "../../../../src/live/probe/support/walk.ts";
import { CookieJar } from "../../../../src/live/soa/cookies.ts";
import { readTape } from "../../../support/live/tapes.ts";

const IDP = "https://idp.example.com:8443";
const SERVICE = "https://plm.example.com:7001";
const ISSUER = `${IDP}/realms/engineering`;

const page = (url: string, body: string): ExchangeAnswer => ({
  url,
  status: 200,
  headers: new Map(),
  type: "text/html",
  charset: null,
  body: Buffer.from(body),
  peer: "192.0.2.1:8443",
});

/** What a browser carried that was led on by a page that sends itself. */
async function carriedBy(body: string): Promise<readonly string[]> {
  const ask = async ({ url }: { readonly url: string }) => page(url, url.startsWith(IDP) ? body : "<p>signed in</p>");
  const walk = new Walk(
    ask,
    new CookieJar([IDP, SERVICE], () => new Date(0)),
    new Map([[IDP, "identity provider"] as const, [SERVICE, "login service"] as const]),
  );
  await walk.open(new URL(`${ISSUER}/protocol/openid-connect/auth`));
  expect(walk.steps).toHaveLength(2);
  return walk.carried;
}

const form = (fields: Readonly<Record<string, string>>) =>
  `<form method="post" action="${SERVICE}/tcsso/weblogin/oidc_callback">${Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join("")}</form><script>document.forms[0].submit()</script>`;

test("[F7] the issuer in a page that sends itself is no secret; its code, state and session are", async () => {
  const fields = {
    code: "7Hq2-code-of-one-sign-in",
    iss: ISSUER,
    state: "st-4f1c0a7e",
    session_state: "JBQVbiRvNW5nPLsLCoZnGkR7",
  };
  expect(await carriedBy(form(fields))).toEqual([fields.code, fields.state, fields.session_state]);
  // another name for the same value, and another value that opens something
  expect(await carriedBy(form({ RelayState: `${ISSUER}/x9`, id_token: "eyJhbGciOiJSUzI1NiJ9.e30.c2ln" }))).toHaveLength(2);
});

test("[F7] so it is in the page of a real server", async () => {
  const { exchanges } = readTape("26.7.3/sign-in-variants");
  const carried = await carriedBy(exchanges[0]?.response?.body ?? "");
  expect(carried).not.toContain(ISSUER);
  expect(carried).toHaveLength(3);
});
