import { describe, expect, test } from "vitest";
import { firstFormOf, formBody, handoverOf, loginFormOf, passwordFormOf } from "../../../../src/live/probe/support/html-form.ts";
import { readPage } from "../../../../src/live/probe/support/html-page.ts";
import { eachNth } from "../../../support/runs.ts";

const LOGIN = `<!DOCTYPE html><html><head><title>Sign in to &quot;engineering&quot;</title>
<!-- <form action="/wrong"><input name=username><input type=password name=password></form> -->
<script>var text = '<form action="/script"><input type="password" name="p"></form>';</script></head><body>
<form id="search"><input name="q"></form>
<form id="kc-form-login" onsubmit="return true;" action="https://idp.example.com/realms/e/login-actions/authenticate?a=1&amp;b=2" METHOD='POST'>
<label>User</label><input tabindex="1" id="username" name="username" value="" type="text" autofocus>
<input name=password type=password>
<input type="hidden" name="credentialId" value="&#x3c;one&#62;"/>
<input type="checkbox" name="rememberMe"> <input type="checkbox" name="known" checked>
<input type="text" name="off" disabled value="x"><button type="button" name="no">no</button>
<input name="login" type="submit" value="Sign In"></form></body></html>`;

describe("pages of a sign-in", () => {
  test("[F8] the login form among others, with its hidden fields; comments and scripts are none", () => {
    const page = readPage(LOGIN);
    const login = loginFormOf(page);
    expect([page.title, page.forms.length]).toEqual(['Sign in to "engineering"', 2]);
    expect(login).toMatchObject({
      user: "username",
      password: "password",
      form: { method: "POST", action: "https://idp.example.com/realms/e/login-actions/authenticate?a=1&b=2" },
    });
    expect(login && formBody(login.form, { username: "ab", password: "s&p c" })).toBe(
      "username=ab&password=s%26p+c&credentialId=%3Cone%3E&known=on&login=Sign+In",
    );
  });

  test.each([
    ["<form method=post><input name=username><input type=submit name=go></form>", "username"],
    ["<form method=post><input type=email name=loginfmt><input type=hidden name=ctx value=1></form>", "loginfmt"],
    ["<form method=get><input name=user></form>", null],
    ["<form method=post><input name=q></form>", null],
    ["<form method=post><input name=username><input name=city></form>", null],
    ["<form method=post><input name=username><input type=password name=a><input type=password name=b></form>", null],
  ])("[F8] a page that asks who signs in and for nothing else: %s", (html, user) => {
    const first = firstFormOf(readPage(html));
    expect(first?.user ?? null).toBe(user);
    expect(first?.password ?? null).toBeNull();
  });

  test("[F8] the page after it asks for one password alone", () => {
    expect(
      passwordFormOf(readPage("<form method=post><input type=hidden name=u value=ab><input type=password name=p></form>")),
    ).toMatchObject({
      user: null,
      password: "p",
    });
    for (const html of [
      "<form method=post><input type=password name=a><input type=password name=b></form>",
      "<form method=post><input name=code><input type=password name=a></form>",
      "<form><input type=password name=a></form>",
    ])
      expect(passwordFormOf(readPage(html))).toBeNull();
  });

  test("[F8] a form that asks for a new password twice is no login form", () => {
    const page = readPage("<form method=post><input name=user><input type=password name=a><input type=password name=b></form>");
    expect(loginFormOf(page)).toBeNull();
  });

  test.each([
    [
      "a script that sends it",
      "<form method=post action=/go><input type=hidden name=T value=1></form><script>document.forms[0].submit()</script>",
      true,
    ],
    [
      "onload",
      "<body onload='document.forms[0].submit()'><form method=post action=/go><input type=hidden name=T value=1><button>Go</button></form>",
      true,
    ],
    [
      "no script: somebody is to press the button",
      "<form method=post action=/go><input type=hidden name=T value=1><button>Grant access</button></form>",
      false,
    ],
    [
      "a field that somebody is to fill in",
      "<form method=post><input name=T><input type=hidden name=H value=1></form><script>f.submit()</script>",
      false,
    ],
  ])("[F8] a form that hands over by itself: %s", (_words, html, hands) => {
    expect(handoverOf(readPage(html)) !== null).toBe(hands);
  });

  test("[F8] the fields of a form that begins in a table are its own, and what follows its end is not", () => {
    const page = readPage(
      "<table><form method=post action=/go><tr><td><input name=username><tr><td><input type=password name=p></form></table><input name=x>",
    );
    const login = loginFormOf(page);
    expect(login && formBody(login.form)).toBe("username=&p=");
  });

  test("[F8] character references by their names, and a sign that begins no tag, are read as in a browser", () => {
    const page = readPage("<title>Acc&egrave;s</title><p>1 < 2 &eacute;t&eacute;<p class=error>r&eacute;essayez");
    expect([page.title, page.text, page.messages]).toEqual([
      "Acc\u00e8s",
      "1 < 2 \u00e9t\u00e9 r\u00e9essayez",
      ["r\u00e9essayez"],
    ]);
  });

  test("[F8] where a meta refresh leads, and what people read", () => {
    const page = readPage('<meta http-equiv="Refresh" content="0; url=/next?a=1&amp;b=2"><p>One\n moment</p><style>p{}</style>');
    expect([page.refresh, page.text]).toEqual(["/next?a=1&b=2", "One moment"]);
  });

  test.each(
    eachNth(4, [
      ["a tag that never ends", `<form ${"a ".repeat(50_000)}`],
      ["quotes that never end", `<input name="${"x".repeat(200_000)}`],
      ["a comment that never ends", `<!--${"-".repeat(200_000)}`],
      ["a script that never ends", `<script>${"<form>".repeat(20_000)}`],
      ["many angle brackets", "<".repeat(200_000)],
      ["elements that multiply", Array.from({ length: 20_000 }, (_, i) => `<p><b id=${i}>x`).join("")],
      ["elements in each other without end", "<b>".repeat(100_000)],
      ["attributes without end", `<form ${Array.from({ length: 50_000 }, (_, i) => `a${i}`).join(" ")}>`],
      ["many open forms", "<form><input name=a>".repeat(5_000)],
    ]),
  )("[F8] bad markup ends: %s", (_words, html) => {
    expect(readPage(html).forms.length).toBeLessThanOrEqual(20);
  });
});
