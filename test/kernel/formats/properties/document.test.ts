import { describe, expect, test } from "vitest";
import { PropertiesDocument } from "../../../../src/kernel/formats/properties/document.ts";
import { runs } from "../../../support/runs.ts";

const parse = (text: string) => PropertiesDocument.parse(Buffer.from(text, "latin1"));

describe("[A1] an entry says where it stands", () => {
  test("lines, spelling and offsets of a value over two lines", () => {
    const text = "# c\r\n\r\n  A = x\\\r\n  y\r\nB=1";
    const [a, b] = parse(text).load().entries;
    expect(a).toMatchObject({ key: "A", value: "xy", raw: "  A = x\\\r\n  y", line: 3, endLine: 4 });
    expect(text.slice(a?.start, a?.end)).toBe("  A = x\\\r\n  y\r\n");
    expect(text.slice(a?.keyStart, a?.keyEnd)).toBe("A");
    expect(text.slice(a?.valueStart, a?.valueEnd)).toBe("x\\\r\n  y");
    expect(b).toMatchObject({ key: "B", value: "1", raw: "B=1", line: 5, endLine: 5 });
  });

  test("the map holds the last of several, keys such as __proto__ and 1 included", () => {
    const { map, entries } = parse("A=1\n__proto__=x\n1=y\nA=2\n").load();
    expect(entries.map((e) => e.key)).toEqual(["A", "__proto__", "1", "A"]);
    expect([...map].map(([k, e]) => [k, e.value])).toEqual([
      ["A", "2"],
      ["__proto__", "x"],
      ["1", "y"],
    ]);
  });
});

describe("[A4] a file that Java cannot load says where", () => {
  test.each([
    ["in a value", "A=1\nB=x\\u12\n", 2, 4, "\\u12"],
    ["in a key", "A=1\n  B\\uxyz1=2\n", 2, 4, "\\uxyz1"],
    ["on a later line of a value", "A=1,\\\r\n  2,\\\r\n  C:\\users\n", 3, 5, "\\users"],
    ["behind a lone CR", "A=1\rB=\\u", 2, 3, "\\u"],
    ["with a valid escape before it", "A=\\u0041\\u004\n", 1, 9, "\\u004"],
  ])("%s", (_, text, line, column, spelt) => {
    for (const charset of ["latin1", "utf8"] as const) {
      const { loads, error } = parse(text).load(charset);
      expect({ loads, error }).toMatchObject({ loads: false, error: { line, column } });
      expect(error?.message).toContain(`'${spelt}'`);
    }
  });

  test("at the byte, when UTF-8 stands before it", () => {
    expect(parse("A=\xc3\xa9\\u12\n").load("utf8").error).toMatchObject({ line: 1, column: 5 });
  });
});

describe("[A3] byte order marks and line endings", () => {
  test.each([
    ["UTF-8", "\xef\xbb\xbfA=1", "utf-8"],
    ["UTF-16, little end first", "\xff\xfeA\0", "utf-16le"],
    ["UTF-16, big end first", "\xfe\xff\0A", "utf-16be"],
    ["none", "A=\xef\xbb\xbf", null],
  ])("byte order mark: %s", (_, text, bom) => {
    expect(parse(text).bom).toBe(bom);
  });

  test.each([
    ["", "\n"],
    ["a", "\n"],
    ["a\r\nb\r\nc\n", "\r\n"],
    ["a\rb\rc\r\n", "\r"],
    ["a\n\rb\n", "\n"],
    ["a=\\\r\n\r\nb\n", "\r\n"],
    ["a\r\nb\n", "\n"],
  ])("dominant line ending of %j", (text, eol) => {
    expect(parse(text).eol).toBe(eol);
  });
});

test("[A1] a document does not change: an edit gives another one, or the same when nothing differs", () => {
  const document = parse("A=1\n");
  expect(document.set("A", "2").text).toBe("A=2\n");
  expect(document.text).toBe("A=1\n");
  expect(document.set("A", "1")).toBe(document);
  expect(document.edit([])).toBe(document);
  expect(
    document.edit([
      { key: "A", value: "2" },
      { key: "A", value: "1" },
    ]),
  ).toBe(document);
});

test("[A1] a file of many lone CRs, backslashes or continuations is read in time that grows with its length", () => {
  for (const piece of ["a=1\r", "a=\\\\\n", "a=1,\\\n", "\\\n", "a=\\u0041\\u0042\n", "#\r"])
    expect(parse(piece.repeat(runs(200_000))).load().loads, piece).toBe(true);
}, 20_000);
