import { describe, expect, test } from "vitest";
import { inWords } from "../../support/said.ts";
import { marked, read, shown } from "../../support/yaml.ts";

/** Brackets closed by the other kind or by none, and quotes that only open or only close: each at its place, with the sign that is expected. */

const PAIRS: Readonly<Record<string, string>> = { "[": "]", "{": "}" };
const other = (open: string): string => (open === "[" ? "{" : "[");

const NESTED = "k: [ x, ";

/** Values with a gap for an opening bracket and a gap for the closing bracket; the text in the gap is the place of the finding. */
const VALUES: readonly (readonly [name: string, before: string, inside: string, after: string])[] = [
  ["an address", "a: ", "https://a:1", "\n"],
  ["a comment behind it", "a: ", "x", "   # not ] and not }\n"],
  ["a comment inside", "a: ", "x, # no ] and no }\n  y", "\n"],
  ["brackets in quotes", "a: ", `"]}", ']}', "\\"]}"`, "\n"],
  ["an apostrophe in a word", "a: ", "it's, we're", "\n"],
  ["further brackets", "a: ", "p: [ x ], q: { y: z }", "\n"],
  ["several lines", "a: ", "\n  x,\n\n  y\n", "\n"],
  ["below another key", "k:\n  l: { m: n }\n  a: ", "x", "\n  o: [ p ]\n"],
  ["in a list", "k:\n  - x\n  - ", "y", "\n  - z\n"],
  ["inside another bracket", NESTED, "y", ", z ]\n"],
  ["at the end of the file", "a: ", "x", ""],
];

describe.each(VALUES)("%s", (_, before, inside, after) => {
  const place = () => {
    const lines = before.split("\n");
    return `${lines.length}:${(lines.at(-1) ?? "").length + 1} repo/yaml-syntax`;
  };

  test.each(["[", "{"])("'%s' closed by the other kind", (open) => {
    const closing = PAIRS[other(open)] ?? "";
    const { problems } = read(`${before}${open}${inside}${closing}${after}`);
    const [first] = problems.map(inWords);
    expect(shown(problems)).toEqual([place()]);
    expect(first?.message).toBe(`the '${open}' that opens here is closed by '${closing}' instead of '${PAIRS[open]}'`);
    expect(first?.help).toContain(`write '${PAIRS[open]}' in place of that '${closing}'`);
    const at = `${before}${open}${inside}`.split("\n");
    expect(first?.related).toMatchObject([{ place: { line: at.length, column: (at.at(-1) ?? "").length + 1 } }]);
  });

  test.each(["[", "{"] as const)("'%s' that nothing closes", (open) => {
    // the ']' that follows closes the inner bracket
    if (before === NESTED) {
      const [problem] = read(`${before}${open}${inside}${after}`).problems.map(inWords);
      const words = { "[": "1:4 the '[' that opens here is never closed", "{": "1:9 the '{' that opens here is closed by ']'" };
      return expect(`${problem?.at?.line}:${problem?.at?.column} ${problem?.message}`).toContain(words[open]);
    }
    const { problems } = read(`${before}${open}${inside}${after}`);
    const [first] = problems.map(inWords);
    expect(shown(problems)).toEqual([place()]);
    expect(first?.message).toBe(`the '${open}' that opens here is never closed`);
    expect(first?.help).toMatch(new RegExp(`^write '\\${PAIRS[open]}' after its last`));
  });
});

describe("a double quote that is never closed is the finding, not the escapes after it", () => {
  test.each(['"D:\\plm\\import', '"D:/plm/import', '"\\q \\p', '"x'])("%s", (value) => {
    const text = `k: "\\\\"\na: ${value}\nb: "y"\n`;
    const { problems } = read(text);
    expect([shown(problems), marked(text, problems)]).toEqual([["2:4 repo/yaml-syntax"], ['"']]);
    expect(inWords(problems[0] as never)).toMatchObject({
      message: "the double quote that opens here is never closed",
      help: expect.stringContaining("single quotes"),
    });
  });

  test("[D:/x] the library takes the escaped quote for the closing one", () => {
    expect(shown(read('a: "D:/x\\"\nb: "y"\n').problems)).toEqual(["1:4 repo/yaml-syntax"]);
    expect(read('a: "x\\\\"\nb: "y\\""\n').problems).toEqual([]);
  });

  test("a wrong escape of another value is still a finding of its own", () => {
    expect(shown(read('a: "\\q"\nb: "D:\\p\nc: 1\n').problems)).toEqual(["1:4 repo/yaml-syntax", "2:4 repo/yaml-syntax"]);
  });

  test("thousands of such values take no longer each", () => {
    const text = Array.from({ length: 4000 }, (_, i) => `k${i}: "D:\\plm\\q`).join("\n");
    expect(read(text).problems.length).toBeGreaterThan(0);
  }, 5000);
});

/** Comments with a quote, which closes a quoted value above whose own closing quote is missing. */
const COMMENTS = [
  "it's big",
  "{tool} is the environment's row",
  "the users' folder",
  "it's: a",
  "the 'a' folder",
  "it's Peter's",
  "it's, and",
  "it's ]",
  "don't - x",
  "don't write '' # here",
];
const AROUND = [
  "a: @\nb: 1\n",
  "k:\n  a: @\n  b: 1\n",
  "k:\n  - @\n  - b\n",
  "k: [ x, @\n  y ]\nl: 1\n",
  "k: { x: @\n  }\nl: 1\n",
];
const LOST = ["C:\\Program Files\\{tool}", "x", "it''s", ""].flatMap((value) =>
  COMMENTS.flatMap((comment) => AROUND.flatMap((around) => ["'", '"'].map((quote) => ({ value, comment, around, quote })))),
);

describe("a quote that a quote in the comment closes is the only finding, at the quote that opens", () => {
  test.each(LOST)("$quote$value # $comment in $around", ({ value, comment, around, quote }) => {
    const text = around.replace("@", () => `${quote}${value}   # ${comment.replaceAll("'", quote)}`);
    const { tree, problems } = read(text);
    expect(problems.map(inWords).map(({ message }) => message)).toEqual([
      "the quote that opens here is probably not closed before the comment: a quote in the comment closes it",
    ]);
    const before = around.slice(0, around.indexOf("@")).split("\n");
    expect(shown(problems)).toEqual([`${before.length}:${(before.at(-1) ?? "").length + 1} repo/yaml-syntax`]);
    expect(problems.map(inWords)[0]?.help).toContain("before ' #'");
    expect(problems[0]?.related).toHaveLength(1);
    expect(tree).toBeNull();
  });

  test.each(["a: 'x # y' # it's\n", "a: ['x # y', 'z']\n", "a: 'x # it''s y'\n", "a: x # it's 'y # z' a\n", "'a # b': c\n"])(
    "%j is sound",
    (text) => expect(read(text).problems).toEqual([]),
  );

  test.each(["a: 'x' # it's 'y # z' a\n  b: c\n", "a: [ 'x # y', @z ]\n", "a: 'x#y' z\n"])("%j has another fault", (text) => {
    expect(read(text).problems.map(inWords)[0]?.message).not.toContain("comment");
  });
});
