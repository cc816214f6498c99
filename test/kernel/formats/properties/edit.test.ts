import { describe, expect, test } from "vitest";
import { PropertiesDocument } from "../../../../src/kernel/formats/properties/document.ts";
import type { PropertyChange } from "../../../../src/kernel/formats/properties/types.ts";

const parse = (text: string) => PropertiesDocument.parse(Buffer.from(text, "latin1"));
const set = (text: string, key: string, value: string) => parse(text).set(key, value).text;
const map = (text: string) => Object.fromEntries([...parse(text).load().map].map(([k, e]) => [k, e.value]));

describe("[A2] set", () => {
  test.each([
    ["keeps indentation, separator and line ending", "x=1\r\n  A : old\r\ny=2\r\n", "A", "new", "x=1\r\n  A : new\r\ny=2\r\n"],
    ["keeps the lone CR of a line in a CRLF file", "x=1\r\nA=old\ry=2\r\n", "A", "new", "x=1\r\nA=new\ry=2\r\n"],
    [
      "sets every occurrence, and leaves one that is right already",
      "A = 1\nA=2\nA\t\\u0032\n",
      "A",
      "2",
      "A = 2\nA=2\nA\t\\u0032\n",
    ],
    ["gives a key without separator its separator", "A\nB=1\n", "A", "1", "A=1\nB=1\n"],
    ["keeps blanks as the separator", "A  old\n", "A", "new", "A  new\n"],
    ["escapes '=' that would become the separator behind blanks", "A old\n", "A", "=x", "A \\=x\n"],
    ["leaves '=' bare behind a separator", "A=old\n", "A", "=x", "A==x\n"],
    ["empties a value", "A = old\nB=1\n", "A", "", "A = \nB=1\n"],
    ["does not let an emptied value swallow the next line", "A=\\\rold\nB=1\n", "A", "", "A=\nB=1\n"],
    ["finds keys however they are spelt", "a\\u0020b=1\n", "a b", "2", "a\\u0020b=2\n"],
    ["doubles backslashes", "D=C\\:\\\\old\n", "D", "C:\\temp\\new", "D=C\\:\\\\temp\\\\new\n"],
    ["escapes a leading blank", "A=1\n", "A", " 1", "A=\\ 1\n"],
    ["shows a trailing blank", "A=1\n", "A", "1 ", "A=1\\u0020\n"],
    ["spells control characters by letter", "A=1\n", "A", "a\tb\nc\rd\fe", "A=a\\tb\\nc\\rd\\fe\n"],
    [
      "spells everything beyond ASCII as \\uXXXX in upper case",
      "A=1\n",
      "A",
      "é€\u{1f600}\u007f",
      "A=\\u00E9\\u20AC\\uD83D\\uDE00\\u007F\n",
    ],
    ["drops the dangling backslash of the line that it sets", "A=1\\", "A", "2", "A=2"],
    ["drops a dangling continuation, but not the line ending", "A=1\\\n", "A", "2", "A=2\n"],
  ])("%s", (_, text, key, value, expected) => {
    expect(set(text, key, value)).toBe(expected);
    expect(map(expected)[key]).toBe(value);
  });

  test("writes UTF-8 where the file is read as UTF-8, lone surrogates and byte order marks as escapes", () => {
    const edited = parse("A=1\n").edit(
      [
        { key: "A", value: "é\u{1f600}\ud83d" },
        { key: "\ufeffB", value: "ü" },
      ],
      "utf8",
    );
    expect(edited.bytes().toString("utf8")).toBe("A=é\u{1f600}\\uD83D\n\\uFEFFB=ü\n");
  });
});

describe("[A2] what is escaped follows the file", () => {
  test.each([
    ["an address as the old value spells it", "U=http\\://old\\:1/tc\n", "U=https\\://new\\:2/tc\n"],
    [
      "an address that the old value spells bare",
      "U=http://old:1/tc\nX=a\\:b\\:c\\:d\\:e\n",
      "U=https://new:2/tc\nX=a\\:b\\:c\\:d\\:e\n",
    ],
    ["an address in a file that Java wrote", "U=\nX=a\\:b\n", "U=https\\://new\\:2/tc\nX=a\\:b\n"],
    ["an address in a file without an example", "U=\nX=1\n", "U=https://new:2/tc\nX=1\n"],
  ])("%s", (_, text, expected) => {
    expect(set(text, "U", "https://new:2/tc")).toBe(expected);
  });

  test("a backslash that was dropped from a path does not stay behind in the fixed value", () => {
    expect(set("D=C:\\Temp\\data\n", "D", "C:\\Temp\\data")).toBe("D=C:\\\\Temp\\\\data\n");
  });
});

describe("[A2] a new key", () => {
  test.each([
    ["goes behind the last line", "A=1\n", "A=1\nK=v\n"],
    ["takes the dominant line ending", "A=1\r\nB=2\nC=3\r\n", "A=1\r\nB=2\nC=3\r\nK=v\r\n"],
    ["starts an empty file", "", "K=v\n"],
    ["completes a last line without an ending", "A=1\r\nB=2", "A=1\r\nB=2\r\nK=v\r\n"],
    ["completes a comment without an ending, even with a backslash", "# x\\", "# x\\\nK=v\n"],
    ["completes a last line that ends in a backslash", "A=1\\", "A=1\\\n\nK=v\n"],
    ["completes a last line that ends in a continuation", "A=1,\\\n", "A=1,\\\n\nK=v\n"],
    ["is not swallowed behind a continuation and blanks", "A=1,\\\n  ", "A=1,\\\n  \nK=v\n"],
    ["does not make a CRLF of a continuation's CR", "B=1\nC=1\nA=1\\\r", "B=1\nC=1\nA=1\\\r\n\nK=v\n"],
    ["leaves an even number of backslashes alone", "A=1\\\\\n", "A=1\\\\\nK=v\n"],
    ["keeps the entry that a lone backslash is", "\\", "\\\n=\nK=v\n"],
  ])("%s", (_, text, expected) => {
    expect(set(text, "K", "v")).toBe(expected);
    expect(map(expected)).toEqual({ ...map(text), K: "v" });
  });

  test("is spelt so that Java finds it: blanks, separators, comment signs, the empty key", () => {
    const keys = ["a b", "a=b", "a:b", "#a", "!a", "a\\b", "é", "", " "];
    const text = parse("").edit(keys.map((key) => ({ key, value: "1" }))).text;
    expect([...parse(text).load().map.keys()]).toEqual(keys);
  });
});

describe("[A2] unset", () => {
  test.each([
    ["removes all physical lines of a logical one", "A=1,\\\n  2,\\\n  3\nB=1\n", "B=1\n"],
    ["removes every occurrence", "A=1\nB=1\nA=2", "B=1\n"],
    ["changes nothing when the key is absent", "B=1\n# A=1\n", "B=1\n# A=1\n"],
    ["removes a value that a blank line ended, with that line", "A=1,\\\n\nB=1\n", "B=1\n"],
  ])("%s", (_, text, expected) => {
    expect(parse(text).unset("A").text).toBe(expected);
  });
});

describe("[A2] a value taken over as another file spells it", () => {
  const adopt = (text: string, change: PropertyChange) => parse(text).edit([change]).text;

  test.each([
    ["keeps its spelling", "A=1\n", "C\\:\\\\Temp \\u00e9", "A=C\\:\\\\Temp \\u00e9\n"],
    ["keeps its lines, with this file's line ends", "A=1\r\n", "x,\\\n    y", "A=x,\\\r\n    y\r\n"],
    ["keeps its spelling where the value is the same, too", "A = a\\u0062\n", "ab", "A = ab\n"],
    ["changes no byte where the spelling is the same", "A = a\\u0062\n", "a\\u0062", "A = a\\u0062\n"],
    ["loses a continuation that nothing follows", "A=1\nB=2\n", "x\\\n", "A=x\nB=2\n"],
    ["is escaped where its first character would become the separator", "A 1\n", "=x", "A \\=x\n"],
    ["is spelt anew when it cannot stand here", "A=1\n", " x", "A=\\ x\n"],
  ])("%s", (_, text, raw, expected) => {
    expect(adopt(text, { key: "A", raw })).toBe(expected);
  });

  test("is appended with its spelling", () => {
    expect(adopt("A=1\r\n", { key: "K", raw: "x,\\\n\ty" })).toBe("A=1\r\nK=x,\\\r\n\ty\r\n");
  });

  test("is refused when Java could not load the result", () => {
    expect(() => adopt("A=1\n", { key: "A", raw: "\\u12" })).toThrow(/four hexadecimal digits/);
  });
});

describe("[A2] [A3] an edit is refused", () => {
  test.each([
    ["when Java cannot load the file", "A=1\nB=\\u12x\n", /cannot load this file/, { line: 2, column: 3 }],
    ["behind a UTF-8 byte order mark", "\xef\xbb\xbfA=1\n", /UTF-8 byte order mark/, { line: 1, column: 1 }],
    ["behind a UTF-16 byte order mark", "\xff\xfeA\0", /UTF-16 byte order mark/, { line: 1, column: 1 }],
    [
      "when a byte order mark would come first",
      "A=1\n\xef\xbb\xbfB=1\n",
      /would start with a byte order mark/,
      { line: 1, column: 1 },
    ],
  ])("%s", (_, text, message, at) => {
    expect(() => parse(text).unset("A")).toThrow(
      expect.objectContaining({ code: 1, message: expect.stringMatching(message), at }),
    );
  });
});
