import { describe, expect, test } from "vitest";
import { probe } from "../../../../src/live/probe/sso/chain.ts";
import { asked, read } from "../scene.ts";
import { type Faults, signInServers } from "./scene.ts";

const IDP = "https://idp.example.com:8443";
const judged = async (idp: Faults["idp"], password = "of ab") => {
  const { exchange, asked: requests } = signInServers({ ...(idp ? { idp } : {}) });
  return { words: read(await asked(probe, { exchange, password })), requests };
};

describe.each(["en", "de", "de-en"] as const)("[F13] a realm that speaks %s", (speaks) => {
  test.each([
    ["UPDATE_PASSWORD", "a new password", /temporary/],
    ["VERIFY_PROFILE", "the profile to be completed", /user profile/],
    ["CONFIGURE_TOTP", "a one-time code to be set up", /Configure OTP/],
    ["OTP", "a one-time code", /no one-time code/],
    ["OAUTH_GRANT", "consent to the client", /Consent required/],
    ["TERMS_AND_CONDITIONS", "terms to be accepted", /accept them/],
    ["VERIFY_EMAIL", "the e-mail address to be verified", /mail server/],
    ["SOMETHING_OF_OURS", "the required action SOMETHING_OF_OURS", /in a browser/],
  ] as const)("names what is wanted: %s", async (wants, what, help) => {
    const { words } = await judged({ speaks, wants });
    expect(words).toMatch(new RegExp(`^not-proven: the identity provider \\(.*\\) takes the password and then wants ${what}: `));
    expect(words.split("\nhelp: ")[1]).toMatch(help);
    expect(words).not.toMatch(/does not take the user and password/);
  });

  test("a disabled account is no wrong password, and a locked one may look like it", async () => {
    const disabled = await judged({ speaks, account: "disabled" });
    expect(disabled.words).toMatch(/^refuted: .*: the account is disabled; the password is not the cause\n/);
    const locked = await judged({ speaks, account: "locked" });
    expect(locked.words).toMatch(
      /^refuted: .*: the identity provider does not take the user and password\nhelp: .*a locked account is refused in the same words/,
    );
    expect((await judged({ speaks }, "wrong")).words).toBe(locked.words);
    expect(disabled.words).toContain(
      speaks === "de" ? "'Ihr Benutzerkonto ist gesperrt" : "'Account is disabled, contact your administrator.'",
    );
  });

  test.each([
    [
      "client-disabled",
      speaks === "de" ? "Client deaktiviert\\." : "Client disabled\\.",
      "the client is switched off in the realm",
    ],
    ["realm-disabled", "Realm not enabled", "the realm is switched off"],
    ["bearer-only", "Bearer-only applications .*", "the client is bearer-only"],
    ["deny", speaks === "de" ? "Zugriff verweigert" : "Access denied", "the realm's flow denies this sign-in"],
  ] as const)("a refusal is told by its message: %s", async (refuses, said, means) => {
    expect((await judged({ speaks, refuses })).words).toMatch(
      new RegExp(`^refuted: the identity provider \\(.*/auth\\) says '${said}' before any login form of the realm: ${means}`),
    );
  });

  test("a right sign-in is proven", async () => {
    expect((await judged({ speaks })).words).toMatch(/^proven: /);
  });
});

test("[F13] servers are asked as a browser asks, in English; nothing is added to the login service's own request", async () => {
  const { requests } = await judged({});
  const walked = requests.filter(({ headers }) => headers.accept?.startsWith("text/html"));
  expect(walked.some(({ origin }) => origin === IDP)).toBe(true);
  for (const { headers, url } of walked) {
    expect(headers).toMatchObject({ "accept-language": "en" });
    expect(headers.accept).not.toContain("application/json");
    expect(url.searchParams.has("ui_locales")).toBe(false);
  }
});
