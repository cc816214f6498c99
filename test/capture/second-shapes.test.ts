import { describe, expect, test } from "vitest";
import { entriesOf, isWanted, ANYTHING, shownEntries } from "../../src/capture/entries.ts";
import { FOR_BODIES, redactorOf } from "../../src/capture/learn.ts";
import { learnHeader, shownHeader } from "../../src/capture/redact/headers.ts";
import { type Kind, Redactor } from "../../src/capture/redact/redactor.ts";
import { troubledRows } from "../../src/commands/repository/diagnose-capture.ts";
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
];

describe("[G5] more shapes of a secret", () => {
  test.each(TEXTS)("%s: %s", (kind, text) => {
    const shown = hidden(text, kind);
    for (const secret of [V, B64, base64url(JSON.stringify({ sub: V }))]) expect(shown).not.toContain(secret);
  });

  test.each([
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
  const found = (wanted: object) => entries.filter((entry) => isWanted(entry, { ...ANYTHING, ...wanted })).length;
  expect(found({ agent: "password=" })).toBe(1);
  expect(found({ agent: V.slice(0, 3) })).toBe(0);
  expect(found({ operation: V })).toBe(0);
});

test("[G5] what diagnose puts beside a log is hidden as capture read hides it", () => {
  const rows = troubledRows(CAPTURE, redactorOf(CAPTURE, FOR_BODIES));
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(V);
});
