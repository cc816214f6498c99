import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { plain } from "../../../../src/kernel/diagnostic/text.ts";
import { readPage } from "../../../../src/live/probe/support/html-page.ts";
import { idpSymptomOf } from "../../../../src/live/probe/support/idp-words.ts";
import { pageWords } from "../../../../src/live/probe/support/sign-in-page.ts";
import { pageAnswer } from "../../../../src/live/probe/support/sign-on-pages.ts";
import type { SignOn } from "../../../../src/live/probe/support/single-sign-on.ts";
import { wantedOf } from "../../../../src/live/probe/support/wanted.ts";
import { needRecordings, RECORDED_ORIGIN, RECORDINGS, readTape } from "../../../support/live/tapes.ts";

const AUTHENTICATE = "/realms/engineering/login-actions/authenticate?execution=0b7c1d2e-0000";
const action = (execution: string) => `/realms/engineering/login-actions/required-action?execution=${execution}`;

/** What the chain says of a page that came after the login form was sent. */
function judged(html: string, target = AUTHENTICATE, status = 200, typed = true): string {
  const url = new URL(target, RECORDED_ORIGIN);
  const body = Buffer.from(html);
  const answer = { url: url.href, status, headers: new Map(), type: "text/html", charset: "utf-8", body, peer: "192.0.2.1:8443" };
  const typedAt = typed ? [`${RECORDED_ORIGIN}/realms/engineering/login-actions/authenticate`] : [];
  const on = {
    reached: "login form",
    stop: null,
    session: null,
    sessionAt: null,
    control: null,
    gateway: null,
    begun: "",
    steps: [],
    typedAt,
  };
  const { outcome, says, help } = pageAnswer(on as SignOn, {
    kind: "page",
    role: "identity provider",
    url,
    answer,
    page: readPage(html),
  });
  return `${outcome}: ${plain(says)}\nhelp: ${help ? plain(help) : ""}`;
}

const PASSWORD =
  /^refuted: .* says '(?:Invalid username or password|Ungültiger Benutzername oder Passwort)\.?' .*: the identity provider does not take the user and password\nhelp: .*locked account is refused in the same words/;
const DISABLED = /^refuted: .*: the account is disabled; the password is not the cause\nhelp: enable the user/;
const UNKNOWN = /^refuted: .* says 'Invalid username.*: the identity provider does not know the user\n/;
const COOKIE = /^refuted: .*: the sign-in was too slow, or its cookie was lost, or its page was used before\n/;
const wants = (what: string, outcome = "not-proven") =>
  new RegExp(`^${outcome}: .* takes the password and then wants ${what}: a page`);

/** Cases of pages.tsv by their beginning, with the address that the server gives them and what is to be said. */
const CASES: readonly (readonly [begins: string, said: RegExp | null, target?: string])[] = [
  ["wrong password", PASSWORD],
  ["unknown user", PASSWORD],
  ["empty ", PASSWORD],
  ["disabled user, right password", DISABLED],
  ["disabled user, wrong password", PASSWORD],
  ["locked by wrong passwords", PASSWORD],
  ["permanent lockout", PASSWORD],
  ["default de, no Accept-Language, wrong password", PASSWORD],
  ["UPDATE_PASSWORD", wants("a new password"), action("UPDATE_PASSWORD")],
  ["temporary password", wants("a new password"), action("UPDATE_PASSWORD")],
  ["two different new passwords", wants("a new password"), action("UPDATE_PASSWORD")],
  ["VERIFY_PROFILE", wants("the profile to be completed"), action("VERIFY_PROFILE")],
  ["CONFIGURE_TOTP", wants("a one-time code to be set up"), action("CONFIGURE_TOTP")],
  ["user with OTP", wants("a one-time code")],
  ["wrong OTP", wants("a one-time code")],
  ["consent", wants("consent to the client"), action("OAUTH_GRANT")],
  ["VERIFY_EMAIL", wants("the e-mail address to be verified", "(?:refuted|not-proven)"), action("VERIFY_EMAIL")],
  ["TERMS_AND_CONDITIONS", wants("terms to be accepted"), action("TERMS_AND_CONDITIONS")],
  ["two-step, unknown user", UNKNOWN],
  ["form without its cookies", COOKIE],
  ["form address by GET", COOKIE],
  ["bookmark", COOKIE],
  // nobody is refused there
  ["internationalization off", null],
  ["default de", null],
  ["logout: ", null],
];

interface Row {
  readonly language: string;
  readonly case: string;
  readonly status: number;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

const rows = (): readonly Row[] =>
  readFileSync(`${RECORDINGS}pages.tsv`, "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [, language = "", name = "", status = "", title = "", heading = "", text = ""] = line.split("\t");
      return { language, case: name, status: Number(status), title, heading, text };
    });

/** A page of a row: its words without any markup of a message, and the fields that they name. */
function htmlOf({ title, heading, text }: Row): string {
  const field = (name: string, type: string, shown: RegExp) => (shown.test(text) ? `<input name="${name}" type="${type}">` : "");
  const login = /(?:Username or email|Benutzername oder E-Mail).*(?:Password|Passwort)/.test(text);
  const fields = `${login ? '<input name="username" type="text"><input name="password" type="password">' : ""}${field("otp", "text", /One-time code/)}`;
  return `<title>${title}</title><h1>${heading}</h1><p>${text}</p><form method="post">${fields}</form>`;
}

describe("[F13] every page of a sign-in that was seen is named rightly", () => {
  test("by its words alone, in English and German", () => {
    needRecordings("pages.tsv is not read.");
    const wrong: string[] = [];
    for (const row of rows().filter(({ status }) => status !== 302)) {
      const [, said] = CASES.find(([begins]) => row.case.startsWith(begins)) ?? ["", /^no case$/];
      const answer = judged(htmlOf(row), AUTHENTICATE, row.status);
      // without an address that says so, the mail that cannot be sent is told as itself
      const mail = row.status === 500 && /the realm is to send a mail/.test(answer);
      if (said && !said.test(answer) && !mail) wrong.push(`${row.language} ${row.case}: ${answer}`);
      const page = readPage(htmlOf(row));
      if (!said && (idpSymptomOf([row.text]) ?? wantedOf(page, new URL(AUTHENTICATE, RECORDED_ORIGIN))))
        wrong.push(`${row.language} ${row.case}: ${answer}`);
    }
    expect(wrong).toEqual([]);
    expect(rows().length).toBeGreaterThan(100);
  });

  test("by its address, whatever its language is", () => {
    needRecordings("pages.tsv is not read.");
    const wrong: string[] = [];
    for (const row of rows()) {
      const [, said, target] = CASES.find(([begins]) => row.case.startsWith(begins)) ?? [""];
      if (target === undefined || !said) continue;
      const answer = judged(`<title>Connexion</title><h1>Encore une étape</h1><form method="post"></form>`, target, row.status);
      if (!said.test(answer)) wrong.push(`${row.case}: ${answer}`);
    }
    expect(wrong).toEqual([]);
  });

  test("by its error, where it leads back instead", () => {
    needRecordings("pages.tsv is not read.");
    const errors = rows().filter(({ text }) => /[?&]error=/.test(text));
    expect(errors.length).toBeGreaterThan(0);
    for (const { text } of errors) {
      const { searchParams } = new URL(text.replace(/^Location: /, ""));
      expect(idpSymptomOf([searchParams.get("error_description") ?? ""])?.means).toMatch(/too slow/);
    }
  });

  test.each([
    ["26.7.3/sign-in-refused", [null, PASSWORD, PASSWORD, DISABLED, PASSWORD]],
    ["26.0.7/sign-in-refused", [null, PASSWORD, DISABLED, PASSWORD]],
    ["26.7.3/sign-in-refused-german", [null, PASSWORD, DISABLED]],
    ["26.7.3/users-locked-out", [PASSWORD]],
    ["26.0.7/users-locked-out", [PASSWORD]],
    [
      "26.7.3/sign-in-required-actions",
      [
        wants("a new password"),
        wants("a new password"),
        wants("the profile to be completed"),
        wants("a one-time code to be set up"),
        wants("a one-time code"),
        wants("a one-time code"),
        wants("consent to the client"),
        wants("the e-mail address to be verified", "refuted"),
      ],
    ],
    [
      "26.7.3/sign-in-required-actions-german",
      [
        wants("a new password"),
        wants("the profile to be completed"),
        wants("a one-time code to be set up"),
        wants("a one-time code"),
        wants("consent to the client"),
      ],
    ],
  ] as const)("as a real server sent it: %s", (tape, said) => {
    const pages = readTape(tape).exchanges.filter(({ response }) => /<html/i.test(response?.body?.slice(0, 400) ?? ""));
    const answers = pages.map(({ request, response }) => judged(response?.body ?? "", request.target, response?.status));
    expect(answers).toHaveLength(said.length);
    for (const [i, answer] of answers.entries()) if (said[i]) expect(answer).toMatch(said[i]);
  });

  test("as a real server sent it: the message in its own words beside what it means", () => {
    const german = readTape("26.7.3/sign-in-refused-german").exchanges[2];
    expect(judged(german?.response?.body ?? "")).toContain(
      "says 'Ihr Benutzerkonto ist gesperrt, bitte kontaktieren Sie den Admin.' where its login form was sent to: the account is disabled",
    );
  });
});

describe("[F13] a page that nobody knows", () => {
  const form = (inner: string) =>
    `<title>Login</title><form method="post">${inner}<input name="user" type="text"><input name="pw" type="password"></form>`;

  test.each([
    ["another product's alert", '<div class="alert alert-danger">Compte verrouillé</div>', "Compte verrouillé"],
    [
      "an error of its own id",
      '<div id="errorArea"><span id="errorText">Falsches Kennwort oder Konto</span></div>',
      "Falsches Kennwort oder Konto",
    ],
    ["a role", '<p role="alert">Vous devez réessayer</p>', "Vous devez réessayer"],
    ["a class in camel case", '<b class="loginErrorMessage">Non &amp; non</b>', "Non & non"],
  ])("is told by its message: %s", (_words, html, said) => {
    expect(judged(form(html))).toMatch(
      new RegExp(
        `^refuted: .* shows its login form again and says '${said}': it does not take the user and password\nhelp: .*locked or disabled account`,
      ),
    );
  });

  test("has no message where none is seen", () => {
    const hidden =
      '<div class="alert" hidden>No cookies</div><p class="error" style="display: none">Old</p><div id="error"></div>';
    expect(readPage(form(hidden)).messages).toEqual([]);
    expect(judged(form(hidden))).toMatch(/^refuted: .* shows its login form again: it does not take/);
  });

  test("is told by the innermost message, once, and not by a whole part of the page", () => {
    const long = "word ".repeat(100);
    const page = readPage(
      `<div class="error-page">${long}<div class="alert"><b class="kc-feedback-text">One</b><p>aside</p></div><p class=error>Two<p class=error>Two</div>`,
    );
    expect(page.messages).toEqual(["One", "Two"]);
    expect(readPage(`${"<div>".repeat(100_000)}<p class=error>deep`).messages).toEqual([]);
  });

  test("shows its title, heading and message, or the beginning of its text without what opens something", () => {
    const shown = (html: string, beginning?: boolean) => plain(pageWords(readPage(html), beginning));
    expect(shown("<title>T</title><h1>H</h1><p class=error>M")).toBe("a page called 'T' with the heading 'H' that says 'M'");
    expect(shown("<title>T</title><p>some words", true)).toBe("a page called 'T' that begins with 'some words'");
    expect(shown("<title>T</title><p>some words")).toBe("a page called 'T'");
    expect(shown("<!DOCTYPE html><p>ticket eyJhbGciOiJub25lIn0.c2lnbmF0dXJl.x ends")).toBe(
      "a page that begins with 'ticket ... ends'",
    );
    expect(shown("<!DOCTYPE html>")).toBe("a page without text");
  });
});
