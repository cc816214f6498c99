import { truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Place } from "../../src/kernel/diagnostic/place.ts";
import { readExcerptText } from "../../src/platform/excerpt-text.ts";
import { excerptOf } from "../../src/report/excerpt.ts";
import { SourceText } from "../../src/kernel/source/text.ts";
import { anyText } from "../support/any-text.ts";
import { temporaryFolder } from "../support/repository.ts";

/** Line and caret below it as a person sees them; the range is what stands between « and ». */
function drawn(marked: string, rule = "repo/example"): string | null {
  const start = marked.indexOf("«");
  const end = marked.indexOf("»") - 1;
  const source = new SourceText("a.yaml", marked.replace(/[«»]/g, ""));
  const excerpt = excerptOf(source.placeOf(start, end), source, rule);
  return (
    excerpt &&
    `${excerpt.line} | ${excerpt.text}\n${" ".repeat(String(excerpt.line).length)} | ${" ".repeat(excerpt.start)}${"^".repeat(excerpt.length)}`
  );
}

const snapshot = (...lines: string[]) => lines.join("\n");

describe("the line and the caret below it", () => {
  test.each<[string, string, string]>([
    ["a value", "a: 1\nname: «demo»\nb: 2\n", snapshot("2 | name: demo", "  |       ^^^^")],
    ["one character", "n«a»me: demo", snapshot("1 | name: demo", "  |  ^")],
    ["an empty range is one caret", "name: «»demo", snapshot("1 | name: demo", "  |       ^")],
    ["an empty range at the end of the line", "name:«»\n", snapshot("1 | name:", "  |      ^")],
    ["a range over lines ends with the first", "a: «[\n  1,\n]»", snapshot("1 | a: [", "  |    ^")],
    ["the lines of CRLF end before the CR", "a: 1\r\nname: «demo»\r\nb: 2\r\n", snapshot("2 | name: demo", "  |       ^^^^")],
    ["a range over CRLF does not count the CR", "a: «[\r\n]»\r\n", snapshot("1 | a: [", "  |    ^")],
    ["lines of CR alone", "a: 1\rname: «demo»\r", snapshot("2 | name: demo", "  |       ^^^^")],
    ["a tab is one arrow", "\t«name»:\t1", snapshot("1 | →name:→1", "  |  ^^^^")],
    ["tabs inside the range", "a:«\t\t»1", snapshot("1 | a:→→1", "  |   ^^")],
    [
      "a byte order mark is shown and not counted",
      "\ufeffname: «demo»",
      snapshot("1 | <U+FEFF>name: demo", "  |               ^^^^"),
    ],
    ["letters beyond ASCII", "näme: «dëmo»", snapshot("1 | näme: dëmo", "  |       ^^^^")],
    ["an escape sequence is shown", "a: \u001b[31m«x»\u0007", snapshot("1 | a: ␛[31mx␇", "  |         ^")],
    ["a range of an escape sequence", "a: «\u001b[2J»", snapshot("1 | a: ␛[2J", "  |    ^^^^")],
    ["C1 controls are shown", "a: \u009b2J«x»", snapshot("1 | a: <U+009B>2Jx", "  |              ^")],
    ["NUL and DEL are shown", "a: \u0000\u007f«x»", snapshot("1 | a: ␀␡x", "  |      ^")],
    ["marks of direction are shown", "a: \u202e«x»\u2066", snapshot("1 | a: <U+202E>x<U+2066>", "  |            ^")],
    [
      "line and paragraph separators do not break the line",
      "a: \u2028«x»\u2029",
      snapshot("1 | a: <U+2028>x<U+2029>", "  |            ^"),
    ],
  ])("%s", (_, marked, expected) => {
    expect(drawn(marked)).toBe(expected);
  });

  test("there is none for an empty line, a line that is not there, and a rule about a secret", () => {
    expect(drawn("a: 1\n«»\n")).toBeNull();
    expect(drawn("a: 1\n  «»  \n")).toBeNull();
    expect(drawn("name: «x»", "secret/plain-value")).toBeNull();
    const source = new SourceText("a", "a: 1\n");
    expect(excerptOf({ file: "a", line: 99, column: 1, endLine: 99, endColumn: 2 }, source, "repo/x")).toBeNull();
  });
});

describe("a wide line", () => {
  const letters = Array.from({ length: 1000 }, (_, i) => String.fromCharCode(97 + (i % 26))).join("");

  test.each([
    [0, 4],
    [100, 104],
    [158, 162],
    [500, 510],
    [996, 1000],
    [10, 900],
    [0, 1000],
    [1000, 1000],
  ])("is cut to a window that shows its range: %i to %i", (start, end) => {
    const source = new SourceText("a", letters);
    const excerpt = excerptOf(source.placeOf(start, end), source, "repo/x");
    const shown = excerpt?.text ?? "";
    expect(shown.length).toBeLessThanOrEqual(162);
    expect(excerpt?.start ?? 0).toBeLessThanOrEqual(shown.length);
    const marked = shown.slice(excerpt?.start, (excerpt?.start ?? 0) + (excerpt?.length ?? 0)).replace("…", "");
    expect(letters.slice(start, end).startsWith(marked) || start === end).toBe(true);
    if (end - start <= 100 && end > start) expect(marked).toBe(letters.slice(start, end));
  });

  test("just as wide as the window is not cut, one more is", () => {
    const of = (length: number) =>
      excerptOf({ file: "a", line: 1, column: 1, endLine: 1, endColumn: 2 }, new SourceText("a", "x".repeat(length)), "repo/x")
        ?.text;
    expect(of(160)).toBe("x".repeat(160));
    expect(of(161)).toBe(`${"x".repeat(160)}…`);
  });

  test("is never cut inside a character", () => {
    for (const shift of ["", "x"]) {
      const source = new SourceText("a", shift + "😀".repeat(300));
      const shown = excerptOf(source.placeOf(300, 302), source, "repo/x")?.text ?? "";
      expect(Buffer.from(shown, "utf8").toString("utf8")).toBe(shown);
    }
  });
});

describe("laws", () => {
  const RUNS = Number(process.env.TIERWRIGHT_LAW_RUNS ?? 300);
  const chunk = fc.oneof(
    anyText,
    fc.constantFrom("\t", "\r\n", "\n", "\r", "\u001b[31m", "\u009b", "\ufeff", " ", "x".repeat(200), "ü"),
  );
  const text = fc.array(chunk, { maxLength: 12 }).map((chunks) => chunks.join(""));
  const place = fc.record({
    line: fc.integer({ min: 1, max: 8 }),
    column: fc.integer({ min: 1, max: 400 }),
    lines: fc.integer({ min: 0, max: 2 }),
    endColumn: fc.integer({ min: 1, max: 400 }),
  });

  test("whatever the text and the range: one line, no control character, the caret below it", () => {
    fc.assert(
      fc.property(text, place, (content, { line, column, lines, endColumn }) => {
        const at: Place = { file: "a", line, column, endLine: line + lines, endColumn };
        const excerpt = excerptOf(at, new SourceText("a", content), "repo/x");
        if (!excerpt) return;
        // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not be there
        expect(excerpt.text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
        expect(excerpt.text.length).toBeLessThanOrEqual(162 * "<U+202E>".length);
        expect(excerpt.start).toBeGreaterThanOrEqual(0);
        expect(excerpt.start).toBeLessThanOrEqual(excerpt.text.length);
        expect(excerpt.length).toBeGreaterThanOrEqual(1);
        expect(excerpt.start + excerpt.length).toBeLessThanOrEqual(excerpt.text.length + 1);
      }),
      { numRuns: RUNS },
    );
  });
});

describe("the text of an excerpt", () => {
  test("is not read from a file that is too large to be a source", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "large.yaml"), "");
    truncateSync(join(folder, "large.yaml"), 200 * 1024 * 1024);
    expect(readExcerptText(folder, "large.yaml") === null).toBe(true); // a message that shows it would need gigabytes
  });

  test("is null for what is no file", () => {
    expect(readExcerptText(tmpdir(), "nowhere.yaml")).toBeNull();
    expect(readExcerptText(tmpdir(), ".")).toBeNull();
    expect(readExcerptText(tmpdir(), "a\0b")).toBeNull();
  });
});

test("[A1] a line of megabytes is judged once, and hidden when a secret's name stands anywhere in it", () => {
  const place = { file: "a", line: 1, column: 1, endLine: 1, endColumn: 2 };
  for (const [text, shown] of [
    ["passwd=x ".repeat(300_000), false],
    [`${"a ".repeat(1_000_000)}token=abcdef`, false],
    ["://".repeat(700_000), true],
    ["b ".repeat(1_000_000), true],
  ] as const) {
    const source = new SourceText("a", text);
    for (let i = 0; i < 200; i++) expect(excerptOf(place, source, "conf/x") !== null).toBe(shown);
  }
}, 10_000);
