import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupsOf, MOST_SEARCHED, patternFault, statedTexts } from "../../../src/formats/pattern/pattern.ts";
import { eachNth, first, runs } from "../../support/runs.ts";

const firstGroup = (pattern: string, text: string) => groupsOf(pattern, text)[0] ?? null;

describe("a pattern that is read", () => {
  test.each(
    eachNth(4, [
      ["^version=(.+)$", "a=1\nversion=2024x Refresh3\nb=2", "2024x Refresh3"],
      ['version\\s*[:=]\\s*"?([^"\\r\\n]*)"?', 'x version : "2024x R3"', "2024x R3"],
      ["(?:Cameo|Magic) (\\d{4}x)(?: (Refresh\\d))?", "Magic 2024x Refresh3", "2024x"],
      ["^(a|ab)(c|bcd)(d*)$", "abcd", "a"],
      ["(a+?)b", "aaab", "aaa"],
      ["(\\d{2,4}?)", "12345", "12"],
      ["([\\w.-]{3})", "a.b-c", "a.b"],
      ["([^]x])", "]xy", "y"],
      ["(\\x41|\\u0042)", "zB", "B"],
      ["x(y)?z", "xz", null],
      ["(a*)*b", "aab", "aa"],
      ["(.)$", "ab\ncd", "b"],
      ["(nothing)", "something", null],
    ]),
  )("[D7] %s in %j", (pattern, text, found) => {
    expect(patternFault(pattern)).toBeNull();
    expect(firstGroup(pattern, text)).toBe(found);
  });

  const atom = fc.constantFrom("a", "b", ".", "[ab]", "[^a]", "\\d", "\\s", "(?:a|b)", "(?:ab)", "^", "$", "1", " ");
  const piece = fc
    .tuple(atom, fc.constantFrom("", "", "*", "+", "?", "*?", "+?", "{2}", "{1,2}"))
    .map(([a, q]) => (/[$^]/.test(a) ? a : a + q));
  const expression = fc
    .tuple(fc.array(piece, { maxLength: 3 }), fc.array(piece, { minLength: 1, maxLength: 3 }), fc.array(piece, { maxLength: 3 }))
    .map(([a, b, c]) => `${a.join("")}(${b.join("")})${c.join("")}`);

  test("[D7] finds what JavaScript finds", () => {
    fc.assert(
      fc.property(expression, fc.string({ unit: fc.constantFrom(..."ab1 \n"), maxLength: 12 }), (pattern, text) => {
        expect(groupsOf(pattern, text)).toEqual([...text.matchAll(new RegExp(pattern, "gm"))].map(([, group]) => group ?? null));
      }),
      { numRuns: runs(3000) },
    );
  });
});

describe("a pattern that is refused, in words", () => {
  test.each(
    eachNth(4, [
      ["version", /has no group/],
      ["(?=a)(b)", /uses '\(\?'/],
      ["(?<n>a)", /uses '\(\?'/],
      ["(a)\\1", /a reference back/],
      ["(a", /not closed/],
      ["a)", /not open/],
      ["([a", /class/],
      ["(z-a])[b-a]", /runs backwards/],
      ["*(a)", /nothing before it/],
      ["(a)**", /repeats a repetition/],
      ["(a){1000}", /more than 100 times/],
      ["(a{100}){100}", /too many repetitions/],
      ["(a)\\", /ends with a backslash/],
      ["(a)\\p{L}", /'\\p'/],
      [`(${"a".repeat(600)})`, /at most 500/],
      [`${"(".repeat(100)}${")".repeat(100)}`, /more than 20 deep/],
      ["([a-z&&[^b]])", /./],
    ]),
  )("[D7] %s", (pattern, words) => {
    const fault = patternFault(pattern);
    if (fault === null) expect(pattern).toBe("([a-z&&[^b]])");
    else expect(fault).toMatch(words);
  });
});

describe("time", () => {
  test.each(
    eachNth(4, [
      "(a+)+$",
      "(a|a)*$x",
      "((a*)*)*b",
      "(.*)(.*)(.*)(.*)(.*)=x",
      "(?:a?){50}(a{50})b",
      "(\\s*\\s*\\s*x)",
      "^(([a-z])+.)+[A-Z]([a-z])+$",
    ]),
  )(
    "[D7] %s on megabytes: what is searched is bounded, and the time by steps times characters",
    (pattern) => {
      for (const sign of first(1, ["a", " ", "a\n", "ab "]))
        expect(firstGroup(pattern, `${sign.repeat(runs(2_000_000))}!`)?.length ?? 0).toBeLessThanOrEqual(MOST_SEARCHED);
    },
    20_000,
  );
});

test.each(
  eachNth(4, [
    ["the same text twice", "version=2024x\nversion= 2024x \n", ["2024x"]],
    ["two texts", "schema.version=3\r\nversion=2024x\r\n", ["3", "2024x"]],
    ["comments of settings", "#version=1\n  ! version=2\n; version=3\nversion=2024x\n", ["2024x"]],
    ["comments of a batch file", "rem version=1\n:: version=2\n// version=3\nset version=2024x\n", ["2024x"]],
    ["a comment of XML", "<a>\n<!-- version=1\nversion=2 --><b>\nversion=2024x\n</b></a><!-- version=4", ["2024x"]],
    ["what only looks like a comment", "a=b # x\nremote.version=2024x\n", ["2024x"]],
    ["nothing but a comment", "# version=2024x", []],
    ["no text", "version= \n", []],
  ]),
)("[D7] %s: which texts a file states", (_title, text, stated) => {
  expect(statedTexts("version=(.*)", text)).toEqual(stated);
});
