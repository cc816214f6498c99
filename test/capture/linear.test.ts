import { describe, expect, test } from "vitest";
import { readHead } from "../../src/capture/head.ts";
import { inMemory, Reader } from "../../src/capture/bytes.ts";
import { onLines } from "../../src/capture/pretty.ts";
import { learnHeader, shownHeader } from "../../src/capture/redact/headers.ts";
import { type Kind, Redactor } from "../../src/capture/redact/redactor.ts";

/* A body or header of 400 KB of one sign, or of a few again and again, takes a second and not minutes. */

const LENGTH = 400_000;
const KINDS: readonly Kind[] = ["xml", "json", "form", "multipart", "text", "address"];
const MOST = 6_000;

const SIGNS = [..."a=\"'<>&;:,.-/\\%#@{}[]()|!?+*~`_ \t\n\r\0A0", "ä", "€"];
/** Beginnings of every syntax, so that each of them waits for an end that does not come. */
const PIECES = [
  ...[
    "password",
    "password=",
    'password="',
    "password='",
    "password: ",
    "password:\n ",
    "--password ",
    "password => '",
    "password: |\n ",
  ],
  ...[
    '"password":',
    '"password":"',
    '"password":{',
    '"password":[',
    '["password",',
    '["password","x"],[[',
    '("password","',
    '"name":"password",',
  ],
  ...['"name":"password","a":{', '{"value":"x","name":"password",', '"password","user"],[[', '"a":{"a":{', '{"rows":[['],
  ...[
    "<password>",
    "<password x='",
    '<password x="',
    "<password><![CDATA[",
    "<name>password</name>",
    "<name>password</name><value>",
    "<a b='<a b=\"",
  ],
  ...[
    '<a name="password">',
    '<input name=password value="',
    "<state>",
    "<state><![CDATA[",
    "<!ENTITY password '",
    "<!--",
    "<![CDATA[",
    "<a ",
    "</a",
  ],
  ...["<credentials><credentials>", "</password", "<td>password</td><td>", "<a name=code>"],
  ...["://", "://a:", "http://a:b", "eyJ", "eyJaaaaaaaa.", "-----BEGIN PRIVATE KEY-----", "a.b.", "; password=", "Bearer "],
  ...[
    "%",
    "%2",
    "%41",
    "%25",
    "%e4",
    "&amp;",
    "&#",
    "&#x41;",
    "&am",
    "\\u0041",
    "\\\\",
    '\\"',
    "\\x4",
    "=\n",
    "=3D",
    "=?utf-8?B?",
  ],
  ...[
    "user,password\n",
    'user,password\n"',
    "|password|\n",
    "a\tpassword\n",
    "- name: password\n",
    "  value: x\n",
    "x:\n  ",
    "key: \\\n",
  ],
  ...[
    '--b\nContent-Disposition: form-data; name="password"\n\n',
    "--b\n",
    "--b\nA: b\n",
    '--b\nContent-Disposition: form-data; name*0="p"; ',
  ],
  ...[
    "68:65:",
    "0x68,",
    "QUJDREVGR0hJSktM",
    "QUJD\n",
    "set 'password' to '",
    "hunter2hunter",
    "aaaaaaaaaaaaaaaab",
    "password<",
    "code: x<",
  ],
];
const ATTACKS = [...SIGNS, ...PIECES, '="<&;', "\" '", "<\"'>", '[{"', ": ,", "a=b&", "\r\n \r\n"];

/** Milliseconds for all that is done with a text. */
function spent(text: string, kind: Kind): number {
  const redactor = new Redactor();
  redactor.add("hunter2hunter2");
  for (let i = 0; i < 50; i++) redactor.add(`aaaaaaaaaaaaaaaaaaaa${i}`);
  const before = performance.now();
  redactor.learn(text, kind);
  redactor.hide(text, kind);
  return performance.now() - before;
}

describe("[G5] the time that it takes grows with the text alone", () => {
  test.each(ATTACKS)("%j, again and again", { timeout: 120_000 }, (piece) => {
    const text = piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);
    for (const kind of KINDS) expect(spent(text, kind), kind).toBeLessThan(MOST);
    for (const name of ["Cookie", "Authorization", "X-A", "WWW-Authenticate", "Set-Cookie", "Location"]) {
      const header = { name, value: text, at: { offset: 0, length: text.length } };
      const before = performance.now();
      const redactor = new Redactor();
      learnHeader(header, redactor);
      shownHeader(header, redactor);
      expect(performance.now() - before, name).toBeLessThan(MOST);
    }
    for (const kind of ["xml", "json", "text"] as const) {
      const before = performance.now();
      onLines(text, kind);
      expect(performance.now() - before, `lines of ${kind}`).toBeLessThan(MOST);
    }
    for (const head of [
      `GET ${text}`,
      `${text}: b`,
      `HTTP/1.1 200 ${text}\r`,
      `HTTP/1.1 200 OK\r\nA:${text}`,
      `GET / HTTP/1.1\r\nA: b\r\n ${text}`,
    ]) {
      const before = performance.now();
      readHead(
        new Reader(inMemory(Buffer.from(`${head}\r\n\r\n`, "latin1"))),
        0,
        head.startsWith("HTTP") ? "response" : "request",
      );
      expect(performance.now() - before, "a head").toBeLessThan(MOST);
    }
  });
});
