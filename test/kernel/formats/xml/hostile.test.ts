import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ILL_FORMED, TYPED, WELL_FORMED } from "./documents.ts";
import { parse } from "./support.ts";
import { anyText } from "../../../support/any-text.ts";
import { runs } from "../../../support/runs.ts";

const PIECES = [
  ...WELL_FORMED,
  ...TYPED,
  ...ILL_FORMED.map(([text]) => text),
  "<",
  ">",
  "&",
  "'",
  '"',
  "<!",
  "<!--",
  "]]>",
  "<![CDATA[",
  "<!DOCTYPE",
  "<?xml",
  "%",
  ";",
];

/** What takes time that grows with the square of the text runs into this, in milliseconds. */
const HANGS = 20_000;

describe("[A6] whatever the bytes are", () => {
  test("the lexer answers: an element or a problem with an offset in the file, never an exception", () => {
    const soup = fc.array(fc.oneof(fc.constantFrom(...PIECES), anyText), { maxLength: 12 });
    const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array).toString("latin1"));
    fc.assert(
      fc.property(
        fc.oneof(
          soup.map((parts) => Buffer.from(parts.join(""), "utf8").toString("latin1")),
          bytes,
        ),
        (text) => {
          const { root, problem } = parse(text);
          expect(root === null).toBe(problem !== null);
          if (problem) expect(problem.offset).toBeLessThanOrEqual(text.length);
        },
      ),
      { numRuns: runs(3000), seed: 6 },
    );
  });

  const N = runs(200_000);
  test.each([
    ["deep nesting", "<a>".repeat(N) + "</a>".repeat(N)],
    ["open tags only", "<a>".repeat(N)],
    ["many children", `<a>${"<b c='1'/>".repeat(N)}</a>`],
    ["a long comment", `<!--${"- ".repeat(N)}--><a/>`],
    ["many comments", `${"<!---->".repeat(N)}<a/>`],
    ["ampersands", `<a>${"&amp;".repeat(N)}</a>`],
    ["ampersands without end", `<a>${"&".repeat(N)}`],
    ["a long value", `<a b='${" x".repeat(N)}'/>`],
    ["many sections", `<a>${"<![CDATA[ ]]>".repeat(N)}</a>`],
    ["blanks in a tag", `<a ${" ".repeat(N)}/>`],
    ["blanks in text", `<a>${" ".repeat(N)}x${" ".repeat(N)}</a>`],
    ["quotes without end", `<a ${"b='".repeat(N)}`],
    ["declarations", `<!DOCTYPE a [${"<!ENTITY e 'x'>".repeat(N)}]><a/>`],
    ["attributes", `<a ${Array.from({ length: 9999 }, (_, i) => `b${i}=''`).join(" ")}/>`],
    ["namespaces at every depth", Array.from({ length: N / 4 }, (_, i) => `<a xmlns:p${i}='u'>`).join("") + "</a>".repeat(N / 4)],
    ["UTF-8 to the last byte but one", `<a>${"\xc3\xa9".repeat(N)}\xff</a>`],
    ["elements, values, references and comments", `<a>${"<b c='1' d='&amp;'>x &lt; y<!-- z --></b>\n".repeat(N / 4)}</a>`],
  ])(
    "%s: read in time that grows with the text",
    (_, text) => {
      const { root, problem } = parse(text);
      expect(root === null).toBe(problem !== null);
    },
    HANGS,
  );

  test("more attributes than Java reads are refused", () => {
    expect(parse(`<a ${Array.from({ length: 10_001 }, (_, i) => `b${i}=''`).join(" ")}/>`).problem?.message).toContain(
      "more than 10,000 attributes",
    );
  });
});
