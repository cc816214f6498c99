import { describe, expect, test } from "vitest";
import { Concealed } from "../../../src/kernel/secrets/concealed.ts";
import { RedactionEngine } from "../../../src/kernel/secrets/redaction/engine.ts";
import { FINDERS } from "../../../src/kernel/secrets/redaction/finders.ts";
import { NOT_SHOWN } from "../../../src/kernel/diagnostic/text.ts";

const SECRET = "hunter2&<Winter9>";

describe("[E3] one engine redacts every output", () => {
  const engine = () =>
    new RedactionEngine<"body" | "known">({
      finders: { body: FINDERS.everywhere, known: [] },
      formatOf: () => "known",
      isOrdinary: (secret) => secret === "ordinary",
    });

  test("a format searches with the finders of its declaration, and one without finders for known secrets only", () => {
    const one = engine();
    expect(one.hide('{"password":"hunter2Winter9"}', "known")).toContain("hunter2Winter9");
    expect(one.hide('{"password":"hunter2Winter9"}', "body")).toBe(`{"password":"${NOT_SHOWN}"}`);
    one.learn('{"password":"hunter2Winter9"}', "body");
    expect(one.hide("it is Hunter2winter9", "known")).toBe(`it is ${NOT_SHOWN}`);
  });

  test("a secret that the declaration calls ordinary is not searched for elsewhere", () => {
    const one = engine();
    one.add("ordinary");
    expect(one.hide("an ordinary word", "known")).toBe("an ordinary word");
  });

  test("places with a secret are counted once, in whatever spelling", () => {
    const one = engine();
    one.add("hunter2&");
    expect(one.countPlaces("hunter2& hunter2&amp; hunter2%26 (value not shown)", "known")).toBe(3);
  });
});

describe("[E3] the secrets that a run has read", () => {
  const concealed = new Concealed(["known-user", ""]);
  concealed.add([SECRET, "user", "abc", "secret"]);

  test.each([
    ["plain", SECRET],
    ["in an address", encodeURIComponent(SECRET)],
    ["in a form", encodeURIComponent(`${SECRET} `).replaceAll("%20", "+")],
    ["in XML", "hunter2&amp;&lt;Winter9&gt;"],
    ["in JSON", JSON.stringify(SECRET).slice(1, -1)],
    ["in hexadecimal", Buffer.from(SECRET).toString("hex")],
    ["in base64", Buffer.from(`:${SECRET}`).toString("base64")],
    ["in capitals", SECRET.toUpperCase()],
    ["of six letters, in base64", Buffer.from("secret").toString("base64")],
  ])("are hidden %s", (_, text) => {
    const shown = concealed.hide(`before ${text} after`);
    expect(shown).toContain(NOT_SHOWN);
    expect([shown.slice(0, 7), shown.slice(-6)]).toEqual(["before ", " after"]);
    expect(shown).not.toContain("Winter9");
  });

  test("are shown if they are a part of a text known anyway, or too short", () => {
    expect(concealed.hide("known-user abc")).toBe("known-user abc");
  });

  test("leak if they occur more often than in the frame", () => {
    expect(concealed.leaks("secret: secret", "secret: ")).toBe(true);
    expect(concealed.leaks("secret: 1", "secret: ")).toBe(false);
    expect(concealed.leaks(concealed.hide("secret: secret"), "")).toBe(false);
  });
});

describe("[E3] a secret of any length is hidden to its end", () => {
  /** Letters and digits without a repetition, as an id has them. */
  const secretOf = (length: number): string => {
    let [text, number] = ["", 1];
    while (text.length < length) {
      number = (number * 48_271) % 2_147_483_647;
      text += number.toString(36);
    }
    return text.slice(0, length);
  };
  const NAMES = ["password", "sessionId", "session", "state", "token", "client_secret"];
  const SHAPES: Readonly<Record<string, (name: string, secret: string) => string>> = {
    "an element": (name, secret) => `<a><${name}>${secret}</${name}></a>`,
    "an element with CDATA": (name, secret) => `<a><${name}><![CDATA[${secret}]]></${name}></a>`,
    "an element after a comment": (name, secret) => `<a><${name}><!-- one -->\n  ${secret}\n</${name}></a>`,
    "an element without an end": (name, secret) => `<a><${name}>${secret}`,
    "an attribute": (name, secret) => `<a ${name}="${secret}"/>`,
    "a named value": (name, secret) => `<p><name>${name}</name><value>${secret}</value></p>`,
    JSON: (name, secret) => `{"${name}":"${secret}","next":1}`,
    "a form": (name, secret) => `a=1&${name}=${secret}&b=2`,
    "a setting": (name, secret) => `${name}=${secret}\nnext=1\n`,
    "a header": (name, secret) => `X-One: 1\r\n${name}: ${secret}\r\n`,
  };
  const hidden = (text: string): string => {
    const one = new RedactionEngine<"body">({
      finders: { body: FINDERS.everywhere },
      formatOf: () => "body",
      isOrdinary: () => false,
    });
    one.learn(text, "body");
    return one.hide(text, "body");
  };

  test.each(Object.keys(SHAPES))("in %s", (shape) => {
    for (const name of NAMES) {
      const write = (length: number) => (SHAPES[shape] as (name: string, secret: string) => string)(name, secretOf(length));
      if (hidden(write(60)).includes(secretOf(60).slice(-20))) continue; // this name proves nothing in this shape
      for (const length of [1_000, 9_000, 12_000, 20_000, 70_000, 200_000])
        expect([name, length, hidden(write(length)).includes(secretOf(length).slice(-20))]).toEqual([name, length, false]);
    }
  });
});
