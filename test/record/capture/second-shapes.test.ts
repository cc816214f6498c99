import { describe, expect, test } from "vitest";
import { entriesOf, isWanted, shownEntries } from "../../../src/record/capture/entries.ts";
import { FOR_BODIES, redactorOf } from "../../../src/record/capture/learn.ts";
import { learnHeader, shownHeader } from "../../../src/record/capture/redact/headers.ts";
import { type Kind, Redactor } from "../../../src/record/capture/redact/redactor.ts";
import { troubledRows } from "../../../src/diagnose/commands/diagnose/diagnose-capture.ts";
import { DONE, recorded } from "./recorded.ts";

const V = "Zq7hunter2Winter9Xy";
const B64 = Buffer.from(V).toString("base64");
const base64url = (text: string): string => Buffer.from(text).toString("base64url");

const hidden = (text: string, kind: Kind): string => {
  const redactor = new Redactor();
  redactor.learn(text, kind);
  return redactor.hide(text, kind);
};
const header = (name: string, value: string): string => {
  const redactor = new Redactor();
  const one = { name, value, at: { offset: 0, length: value.length } };
  learnHeader(one, redactor);
  return shownHeader(one, redactor);
};

const TEXTS: readonly (readonly [Kind, string])[] = [
  ["text", `curl -u ed:${V} https://plm`],
  ["text", `DEBUG sent Bearer ${V} to it`],
  ["text", `jdbc:oracle:thin:infodba/${V}@//db:1521/tc`],
  ["text", `dn: cn=ed\nuserPassword:: ${B64}\n`],
  ["text", `${base64url('{ "alg":"none"}')}.${base64url(JSON.stringify({ sub: V }))}.abc`],
  ["xml", `<e><name>password</name><type>string</type><value>${V}</value></e>`],
  ["xml", `<e><value>${V}</value><type>string</type><name>password</name></e>`],
  ["xml", `<dict><key>Password</key>\n<!-- c -->\n<string>${V}</string></dict>`],
  ["xml", `<row><col n="password" v="${V}"/></row>`],
  ["json", JSON.stringify({ device_code: V })],
  ["json", JSON.stringify({ authorizationCode: V })],
  ["address", `/sso?SAMLart=${V}&RelayState=a`],
  ["multipart", `--o\r\nContent-Disposition: form-data; name="password"\r\n\r\na\r\n--${V}\r\n--o--\r\n`],
  ["multipart", `--o\r\nContent-Disposition: form-data; name="password"\r\n\r\n--i\r\n\r\n${V}\r\n--i--\r\n--o--\r\n`],
  ["text", `install_tool -u=infodba -p=${V} -g=dba`],
  ["text", `clearlocks -p=${V} -u=infodba`],
  ["xml", `<cmd>preferences_manager -u=infodba -p=${V} -g=dba</cmd>`],
  ["json", JSON.stringify({ cookies: [{ name: "TCSSO", value: V }] })],
  ["json", JSON.stringify({ cookies: [{ name: "x", path: "/", value: V, httpOnly: true }] })],
  ["json", JSON.stringify({ cookies: [{ value: V, name: "ROUTE" }] }, null, 2)],
  ["json", JSON.stringify({ cookies: { TCSSO: V } })],
  ["json", JSON.stringify({ cookies: [`TCSSO=${V}; Path=/`] })],
  ["json", JSON.stringify({ cookie: `a=b; TCSSO=${V}` })],
  ["json", JSON.stringify({ body: JSON.stringify({ setCookie: { name: "X", value: V } }) })],
  ["json", JSON.stringify({ headers: [{ name: "Cookie", value: `TCSSO=${V}; a=b` }] })],
  ["text", `12:00 DEBUG Cookie: TCSSO=${V}; a=b`],
  ["text", `<label>Password</label><span>${V}</span>`],
  ["text", `<p><b>Password:</b> ${V}</p>`],
  ["xml", `<field id="password"><input>${V}</input></field>`],
  ["xml", `<formField id="password">${V}</formField>`],
  [
    "multipart",
    `--b\r\nContent-Type: application/xop+xml\r\n\r\n<e><w:Password><xop:Include href="cid:p1%40x"/></w:Password></e>\r\n--b\r\nContent-ID: <p1@x>\r\n\r\n${V}\r\n--b--\r\n`,
  ],
  ["text", `SM_SERVERSESSIONSPEC: ${V}`],
  ["address", `/logout?id_token_hint=${V}&x=1`],
  ["address", `/login/password/${V}`],
  ["address", `/rest/login/user/ed/password/${V}/x`],
  ["address", `/reset/token/${V}`],
  ["address", `//ed:${V}@plm/x`],
  ["text", `proxy //ed:${V}@plm:8080/x`],
  ["text", `Unauthorized: the password is ${V}.`],
  ["text", `Kennwort lautet ${V}`],
  ["text", `wrong password '${V}' for ed`],
  ["json", JSON.stringify({ message: `password is "${V}"` })],
  ["text", `CREATE USER ed IDENTIFIED BY ${V}`],
  ["text", `alter user "INFODBA" identified by "${V}" account unlock`],
  ["text", `ALTER USER infodba IDENTIFIED BY VALUES 'S:${V}'`],
  ["text", `CREATE USER x IDENTIFIED WITH mysql_native_password BY '${V}'`],
  ["text", `GRANT ALL ON tc.* TO ed IDENTIFIED BY '${V}'`],
  ["text", `ALTER ROLE ed PASSWORD '${V}'`],
  ["text", `SET PASSWORD FOR ed = PASSWORD('${V}')`],
];

describe("[G5] more shapes of a secret", () => {
  test.each(TEXTS)("%s: %s", (kind, text) => {
    const shown = hidden(text, kind);
    for (const secret of [V, B64, base64url(JSON.stringify({ sub: V }))]) expect(shown).not.toContain(secret);
  });

  test.each([
    ["SM_SERVERSESSIONSPEC", V],
    ["SM-ServerSessionSpec", V],
    ["Location", `https://plm/login/password/${V}`],
    ["Set-Cookie2", `TCSSO="${V}"; Version=1`],
    ["Cookie2", `TCSSO=${V}`],
    ["X-Original-Cookie", `TCSSO=${V}`],
    ["WWW-Authenticate", `Kerberos ${V}`],
    ["WWW-Authenticate", `Digest realm="x", opaque="${V}"`],
    ["Authentication-Info", `rspauth="${V}", cnonce="${V}"`],
    ["Sec-WebSocket-Protocol", `bearer, ${V}`],
    ["Sec-WebSocket-Protocol", `base64url.bearer.authorization.k8s.io.${B64}, v4.channel.k8s.io`],
  ])("header %s: %s", (name, value) => {
    const shown = header(name, value);
    expect(shown).not.toContain(V);
    expect(shown).not.toContain(B64);
  });

  test.each([
    ["Sec-WebSocket-Protocol", "graphql-transport-ws, v4.channel.k8s.io"],
    ["WWW-Authenticate", 'Digest realm="plm", qop="auth", algorithm=SHA-256'],
    ["WWW-Authenticate", "Negotiate"],
  ])("header %s: %s stays", (name, value) => {
    expect(header(name, value)).toBe(value);
  });
});

test.each<readonly [Kind, string]>([
  ["json", '{"requiredCredentials":["password"]}'],
  ["text", "Passwort: bitte beim Administrator erfragen"],
  ["text", "<p>Passwort: Das Passwort muss mindestens acht Zeichen haben.</p>"],
  ["text", "Passwort: mindestens 8 Zeichen\nBenutzer: ed"],
  ["text", "Password: must have 8 characters"],
  ["text", "Password: the old one has expired, ask your administrator."],
  ["text", "The password is invalid. Your password was changed. Das Passwort ist abgelaufen."],
  ["text", "<label>Password</label><span>required</span>"],
  ["text", "each user is identified by his name; the order is identified by 'ORD-4711-A'"],
  ["address", "/users/8f1c2d3e/reset-password/confirm"],
  ["address", "/auth/password/policy/v2"],
  ["address", "/realms/plm/protocol/openid-connect/token/introspect"],
  ["text", "import x from '//cdn.example.com:8443/x.js'; // see a:b"],
  ["json", '{"cookies":{"enabled":true,"policy":"strict"},"cookieConsent":"accepted"}'],
  ["text", "Cookie: a name and a value"],
  ["text", "docker run -p 8080:80 -u app"],
  // a signature and a ciphertext open nothing, and the state of a page or of a sign-in's steps only goes on with a sign-in
  ["xml", `<ds:SignatureValue>${B64}</ds:SignatureValue>`],
  ["xml", `<xenc:CipherValue>${B64}</xenc:CipherValue>`],
  ["text", '<input type="hidden" name="lt" value="LT-1-abcdefgh0123456789-cas01">'],
  ["text", '<input type="hidden" name="__VIEWSTATE" value="/wEPDwUKMTY1NDU2MTA1MmRk">'],
])("what opens nothing stays (%s): %s", (kind, text) => {
  expect(hidden(text, kind)).toBe(text);
});

test("[G5] a passphrase after a password's name is hidden, though it looks like a sentence", () => {
  for (const one of ["correct horse battery staple", "bitte hunter2winter9 nehmen", "the $Winter is here"])
    expect(hidden(`Passwort: ${one}\n`, "text")).not.toContain(one);
});

test("[G5] a list of kinds of credentials does not hide the word password elsewhere in a realm", () => {
  const redactor = new Redactor();
  const realm = JSON.stringify({ requiredCredentials: ["password"], resetCredentialsFlow: "reset credentials" });
  redactor.learn(realm, "json");
  expect(redactor.hide(realm, "json")).toContain("reset credentials");
  for (const text of ['{"resetPasswordAllowed":true}', "grant_type=password&client_id=admin-cli"])
    expect(redactor.hide(text, "text")).toBe(text);
});

const FAULT = JSON.stringify({
  ".QName": "http://teamcenter.com/Schemas/Soa/2006-03/Exceptions.InternalServerException",
  messages: [{ code: 1, level: 3, message: `echo ${V}` }],
});
const body = (start: string, text: string): string => `${start}\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
const CAPTURE = recorded([
  [
    [
      "c2s",
      body(
        `POST /tc/JsonRestServices/Core-2011-06-Session/${V}?password=${V} HTTP/1.1\r\nUser-Agent: x password=${V}`,
        `{"password":"${V}"}`,
      ),
    ],
    ["s2c", body("HTTP/1.1 500 No", FAULT)],
    ...DONE,
  ],
]);

test("[G5] filters match what is shown, so that nobody tries out what is hidden with them", () => {
  const entries = shownEntries(entriesOf(CAPTURE), redactorOf(CAPTURE, FOR_BODIES));
  const anything = { agent: null, signIn: null, method: null, operation: null, status: null, since: null };
  const found = (wanted: object) => entries.filter((entry) => isWanted(entry, { ...anything, ...wanted })).length;
  expect(found({ agent: "password=" })).toBe(1);
  expect(found({ agent: V.slice(0, 3) })).toBe(0);
  expect(found({ operation: V })).toBe(0);
});

test("[G5] diagnose hides the same values as capture read", () => {
  const rows = troubledRows(CAPTURE, redactorOf(CAPTURE, FOR_BODIES));
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(V);
});
