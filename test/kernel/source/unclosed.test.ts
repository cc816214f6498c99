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
