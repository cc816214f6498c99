import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { learnHeader, shownHeader } from "../../../src/record/capture/redact/headers.ts";
import { WITHHELD } from "../../../src/kernel/secrets/redaction/engine.ts";
import { type Kind, Redactor } from "../../../src/record/capture/redact/redactor.ts";
import { NOT_SHOWN } from "../../../src/kernel/diagnostic/text.ts";
import { eachNth, runs } from "../../support/runs.ts";

const SECRET = "s3cr&t \"q'\\ü/+<x>";
const hide = (text: string, kind: Kind = "text", known: readonly string[] = []): string => {
  const redactor = new Redactor();
  for (const one of known) redactor.add(one);
  redactor.learn(text, kind);
  return redactor.hide(text, kind);
};
const header = (name: string, value: string, redactor = new Redactor()): string => {
  const one = { name, value, at: { offset: 0, length: value.length } };
  learnHeader(one, redactor);
  return shownHeader(one, redactor);
};

describe("[G5] a secret is hidden by its place", () => {
  test.each(
    eachNth(3, [
      ["an attribute", '<login password="hunter2hunter2"/>', "xml"],
      ["an attribute in single quotes", "<login password = 'hunter2hunter2'/>", "xml"],
      ["an attribute with a prefix, on a line of its own", '<login\n  wsse:Password\n=\n"hunter2hunter2"/>', "xml"],
      ["an attribute with line ends in it", '<login password="hunter2\nhunter2"/>', "xml"],
      ["an attribute that the end cuts", '<login password="hunter2hunt', "xml"],
      ["an element", "<wsse:Password Type='x'>hunter2hunter2</wsse:Password>", "xml"],
      ["an element in CDATA", "<password><![CDATA[hunter2hunter2]]></password>", "xml"],
      ["an element that the end cuts", "<password>hunter2hunt", "xml"],
      ["XML inside of XML", "<a>&lt;login password=&quot;hunter2hunter2&quot;/&gt;</a>", "xml"],
      ["a property by its name", '<property name="password" value="hunter2hunter2"/>', "xml"],
      ["an entry by its key", '<entry key="client.secret">hunter2hunter2</entry>', "xml"],
      ["a field of a page", '<input value="hunter2hunter2" type="password">', "text"],
      ["a member at depth", '{"a":[{"b":{"Password":"hunter2hunter2"}}]}', "json"],
      ["a member with an escaped quote", '{"password":"hunter2\\"hunter2"}', "json"],
      ["a number", '{"pin": 20221122}', "json"],
      ["a list", '{"tickets":["hunter2hunter2", ["hunter2hunter2"]]}', "json"],
      ["a member that the end cuts", '{"password":"hunter2hunt', "json"],
      ["JSON inside of JSON", '{"body":"{\\"password\\":\\"hunter2hunter2\\"}"}', "json"],
      ["XML inside of JSON", '{"body":"<login password=\\"hunter2hunter2\\"/>"}', "json"],
      ["a member after a quote in its name", '{"my \\"password":"hunter2hunter2"}', "json"],
      ["a name longer than any", `${"a".repeat(300)}password="hunter2hunter2"`, "xml"],
      ["an encrypted token of JSON", "x eyJhbGciOiJkaXIifQ..hunter2.hunter2hunter2.hunter2 y", "text"],
      ["a member whose name is escaped", '{"p\\u0061ssword":"hunter2hunter2"}', "json"],
      ["a form", "user=u&password=hunter2hunter2&x=1", "form"],
      ["a form with a name in percent signs", "user=u&pass%77ord=hunter2hunter2", "form"],
      ["a form whose value has everything", "password=hunter2 hunter2;<\"'>hunter2&user=u", "form"],
      ["a form's part", '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nhunter2hunter2\r\n--b--', "multipart"],
      ["an address", "/tc/login?user=u&password=hunter2hunter2#x", "address"],
      ["a session in a path", "/tc/login;jsessionid=hunter2hunter2?x=1", "address"],
      ["a user in an address", "see http://u:hunter2hunter2@plm.example.com/x", "text"],
      ["a code that is long", "/cb?code=hunter2hunter2hunter2&state=x", "address"],
      ["a setting", "user: u\npassword: hunter2 hunter2\nother: 1", "text"],
      ["a setting behind others on its line", "user: u, password = hunter2hunter2", "text"],
      ["a token of JSON", "x eyJhbGciOiJIUzI1NiJ9.eyJodW50ZXIyIjoxfQ.hunter2hunter2 y", "text"],
      ["a token of JSON without a signature", "x eyJhbGciOiJub25lIn0.eyJodW50ZXIyIjoxfQ. y", "text"],
      ["a key", "-----BEGIN PRIVATE KEY-----\nhunter2hunter2\n-----END PRIVATE KEY-----", "text"],
    ] as readonly (readonly [string, string, Kind])[]),
  )("%s", (_, text, kind) => {
    const shown = hide(text, kind);
    expect(shown).toContain(NOT_SHOWN);
    expect(shown).not.toMatch(/hunt|eyJhb|20221122/);
  });

  test("a value about a secret remains visible", () => {
    const texts = [
      '{"token_type":"Bearer","passwordExpired":true,"password":null,"author":"me","location":"x","expires_in":300}',
      '<LoginInput group="g" username="ed" role="r"/>',
      "/tc?code=214086&user=ed",
      '{"credentials":{"user":"ed","group":"dba"}}',
    ];
    for (const text of texts) expect(hide(text, text.startsWith("/") ? "address" : "json")).toBe(text);
  });
});

describe("[G5] a known secret is hidden wherever it occurs", () => {
  const spelled: readonly (readonly [string, string])[] = [
    ["as it is", SECRET],
    ["percent-encoded", encodeURIComponent(SECRET)],
    ["percent-encoded in small letters", encodeURIComponent(SECRET).replace(/%../g, (one) => one.toLowerCase())],
    ["every byte percent-encoded", [...Buffer.from(SECRET)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")],
    ["as a form", encodeURIComponent(SECRET).replaceAll("%20", "+")],
    ["percent-encoded twice", encodeURIComponent(encodeURIComponent(SECRET))],
    ["as a form within percent signs", encodeURIComponent(encodeURIComponent(SECRET).replaceAll("%20", "+"))],
    ["percent-encoded after a byte that is no UTF-8", `%ff${encodeURIComponent(SECRET)}`],
    [
      "in XML",
      SECRET.replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replaceAll('"', "&quot;")
        .replaceAll("'", "&apos;"),
    ],
    ["in XML by numbers", [...SECRET].map((one) => `&#x${one.codePointAt(0)?.toString(16)};`).join("")],
    ["in JSON", JSON.stringify(SECRET).slice(1, -1)],
    ["in JSON by numbers", [...SECRET].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")],
    [
      "in JSON in XML",
      JSON.stringify(SECRET).slice(1, -1).replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;"),
    ],
    ["in hexadecimal", Buffer.from(SECRET).toString("hex")],
    ["in HEXADECIMAL", Buffer.from(SECRET).toString("hex").toUpperCase()],
    ["as bytes that were read as Latin-1", Buffer.from(SECRET).toString("latin1")],
    ...[0, 1, 2].map(
      (before) => [`in base64 after ${before}`, Buffer.from(`${"x".repeat(before)}${SECRET}`).toString("base64")] as const,
    ),
    ["in base64url", Buffer.from(`x:${SECRET}`).toString("base64url")],
  ];
  test.each(eachNth(3, spelled))("%s", (_, text) => {
    const shown = hide(`before ${text} after`, "text", [SECRET]);
    expect(shown).toMatch(/^before .*\(value not shown\).* after$/);
    expect(shown.length).toBeLessThan(60);
  });

  test("the longest of overlapping ranges wins, and adjacent ranges are one", () => {
    expect(hide("abcdefgh and abcdefghij", "text", ["abcdef", "abcdefghij", "ghij"])).toBe(`${NOT_SHOWN}gh and ${NOT_SHOWN}`);
    expect(hide("abcdabcd", "text", ["abcd"])).toBe(NOT_SHOWN);
  });

  test("a password equal to a word of the output withholds nothing", () => {
    expect(hide("the value is x", "text", ["value"])).toBe(`the ${NOT_SHOWN} is x`);
  });

  test("nothing of a known secret remains, in any spelling", () => {
    const encode = fc.constantFrom<(text: string) => string>(
      (text) => text,
      encodeURIComponent,
      (text) => JSON.stringify(text).slice(1, -1),
      (text) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`),
      (text) => Buffer.from(text).toString("hex"),
      (text) => Buffer.from(text).toString("base64"),
    );
    const texts = fc.string({ unit: fc.constantFrom(..."abcXYZ019&<>\"'\\/%+= {}\n;:ü€".split("")), maxLength: 40 });
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme-ascii", minLength: 12, maxLength: 30 }),
        encode,
        texts,
        texts,
        (secret, write, before, after) => {
          const written = write(`${secret}`);
          const shown = hide(`${before} ${written} ${after}`, "text", [secret]);
          expect(shown === WITHHELD || !shown.includes(written)).toBe(true);
        },
      ),
      { numRuns: runs(4_000) },
    );
  });
});

describe("[G5] headers", () => {
  test("headers keep schemes, names and attributes", () => {
    const redactor = new Redactor();
    expect(header("Authorization", `Basic ${Buffer.from("ed:hunter2hunter2").toString("base64")}`, redactor)).toBe(
      `Basic ${NOT_SHOWN}`,
    );
    expect(redactor.hide("so hunter2hunter2", "text")).toBe(`so ${NOT_SHOWN}`);
    expect(header("authorization", "Bearer abc.def")).toBe(`Bearer ${NOT_SHOWN}`);
    expect(header("Authorization", "hunter2")).toBe(NOT_SHOWN);
    expect(header("Cookie", 'A=hunter2; B="x y"; C=')).toBe(`A=${NOT_SHOWN}; B=${NOT_SHOWN}; C=`);
    expect(header("Set-Cookie", "A=hunter2==; Path=/; HttpOnly")).toBe(`A=${NOT_SHOWN}; Path=/; HttpOnly`);
    expect(header("WWW-Authenticate", "Negotiate aHVudGVyMg==")).toBe(`Negotiate ${NOT_SHOWN}`);
    expect(header("WWW-Authenticate", 'Basic realm="plm"')).toBe('Basic realm="plm"');
    expect(header("X-XSRF-TOKEN", "hunter2")).toBe(NOT_SHOWN);
    expect(header("X-Api-Key", "hunter2")).toBe(NOT_SHOWN);
    expect(header("Location", "https://plm/x?SAMLResponse=hunter2&a=b")).toBe(`https://plm/x?SAMLResponse=${NOT_SHOWN}&a=b`);
    for (const plain of ["Apache-HttpClient/4.5.13 (Java/17.0.9)", "gzip, deflate", "timeout=5"])
      expect(header("X", plain)).toBe(plain);
  });

  test("a session id is hidden wherever it occurs, a short value is not", () => {
    const redactor = new Redactor();
    header("Set-Cookie", "JSESSIONID=0123456789ABCDEF", redactor);
    header("Cookie", "locale=en_US", redactor);
    expect(redactor.hide("0123456789ABCDEF in en_US", "text")).toBe(`${NOT_SHOWN} in en_US`);
  });
});

describe("[G5] the time grows linearly with the text", () => {
  test.each(
    eachNth(3, [
      ["one line", "a".repeat(100_000)],
      ["names", "password=".repeat(10_000)],
      ["names that open something", '"password":['.repeat(8_000)],
      ["elements", "<password>".repeat(8_000)],
      ["quotes", `password="`.repeat(8_000)],
      ["escapes", '\\\\\\"%25&amp;'.repeat(2_000)],
      ["spaces", `password${" ".repeat(50_000)}`],
    ]),
  )("%s", { timeout: 20_000 }, (_, text) => {
    expect(hide(text, "text", ["hunter2hunter2"])).not.toBe("");
  });
});

test("[G5] a secret learned later is hidden even in a text that was shown before", () => {
  const redactor = new Redactor();
  expect(redactor.hide("see hunter2hunter2", "text")).toBe("see hunter2hunter2");
  redactor.learn('{"password":"hunter2hunter2"}', "json");
  expect(redactor.hide("see hunter2hunter2", "text")).toBe(`see ${NOT_SHOWN}`);
});
