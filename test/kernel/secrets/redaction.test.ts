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
