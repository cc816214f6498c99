import { describe, expect, test } from "vitest";
import { inWords, said } from "../../support/said.ts";
import { MAX_YAML_BYTES } from "../../../src/kernel/source/yaml.ts";
import { read, shown } from "../../support/yaml.ts";

const TEXT = "a: für\nb: 1\n";

function utf16(text: string, big: boolean, mark: boolean): Uint8Array {
  const units = [...(mark ? [0xfeff] : []), ...Array.from(text, (c) => c.charCodeAt(0))];
  return Uint8Array.from(units.flatMap((unit) => (big ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])));
}

describe("encodings", () => {
  test.each([
    ["UTF-16 little endian with a mark", utf16(TEXT, false, true), /UTF-16 \(little/],
    ["UTF-16 big endian with a mark", utf16(TEXT, true, true), /UTF-16 \(big/],
    ["UTF-16 little endian without", utf16(TEXT, false, false), /UTF-16 \(little/],
    ["UTF-16 big endian without", utf16(TEXT, true, false), /UTF-16 \(big/],
    ["UTF-32 little endian", Uint8Array.of(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0), /UTF-32 \(little/],
    ["UTF-32 big endian", Uint8Array.of(0, 0, 0xfe, 0xff, 0, 0, 0, 0x61), /UTF-32 \(big/],
  ])("%s is named and not read", (_, bytes, words) => {
    const { tree, problems } = read(bytes);
    expect(tree).toBeNull();
    expect(shown(problems)).toEqual(["1:1 repo/encoding"]);
    expect(said(problems[0])).toMatch(words);
  });

  test("bytes that are not UTF-8 are told with place, value and likely meaning", () => {
    const { tree, problems } = read(Uint8Array.from("# ok: \u00e4\n", (c) => c.charCodeAt(0)));
    expect(tree).toBeNull();
    expect(shown(problems)).toEqual(["1:7 repo/encoding"]);
    expect(said(problems[0])).toMatch(/0xE4.*'ä'/);
  });

  test.each([
    ["a sequence cut by the end of the file", [0x61, 0x3a, 0x20, 0xe2, 0x82], "1:4"],
    ["a sequence cut by other text", [0x61, 0x3a, 0x20, 0xe2, 0x82, 0x0a, 0x62], "1:4"],
    ["an overlong form", [0x61, 0x0a, 0xc0, 0xaf], "2:1"],
    ["a surrogate in UTF-8", [0x61, 0x0a, 0x62, 0xed, 0xa0, 0x80], "2:2"],
    ["the first byte", [0x80], "1:1"],
  ])("%s stands where it begins", (_, bytes, place) => {
    expect(shown(read(Uint8Array.from(bytes)).problems)).toEqual([`${place} repo/encoding`]);
  });

  test("characters in front of a wrong byte count as they are shown", () => {
    const good = new TextEncoder().encode("a: \u{1F600}ü ");
    expect(shown(read(Uint8Array.of(...good, 0xff)).problems)).toEqual(["1:8 repo/encoding"]);
  });
});

test("a file over the limit is refused unread, one at the limit is read", () => {
  expect(shown(read(new Uint8Array(MAX_YAML_BYTES + 1)).problems)).toEqual(["1:1 repo/too-large"]);
  const text = "a: 1\n#".padEnd(MAX_YAML_BYTES, "x");
  expect(read(text).problems).toEqual([]);
});

test("a carriage return alone is told once, and everything else of the file is still read", () => {
  const { tree, problems } = read("a: 1\rb:\ra: 2\r");
  expect(shown(problems)).toEqual(["1:5 repo/line-ends", "2:1 repo/null-value", "3:1 repo/duplicate-key"]);
  expect(said(problems[0])).toMatch(/3 lines/);
  expect(tree?.type).toBe("map");
  expect(shown(read("a: 1\r\nb: 2\r\n").problems)).toEqual([]);
});

test.each([
  ["NUL", "a: x\u0000y\n", "1:5"],
  ["escape", "a: 1 # \u001b[31m\n", "1:8"],
  ["delete", "a: x\u007f\n", "1:5"],
  ["next line", "a: x\u0085\n", "1:5"],
  ["a mark that turns the text", "a: x\n\nb: \u202ey\n", "3:4"],
  ["a byte order mark inside", "a: \ufeffx\n", "1:4"],
  ["behind a byte order mark", "\ufeffa\u0001: x\n", "1:2"],
])("%s is told where it stands", (_, text, place) => {
  const { problems } = read(text);
  expect(shown(problems)).toEqual([`${place} repo/control-character`]);
  expect(said(problems[0])).toMatch(/U\+[0-9A-F]{4}/);
});

test.each(['"\\0"', '"a\\x07"', '"\\e"', '"\\u0085"', '"\\ud83d"', '"\\uffff"'])(
  "the escape in %s writes what no artifact may hold",
  (value) => {
    expect(shown(read(`a: ${value}\n`).problems)).toEqual(["1:4 repo/control-character"]);
  },
);

test.each(['"a\\tb"', '"a\\nb\\r"', '"\\u00fc \\U0001F600"', '"\\ud83d\\ude00"', "'\\0'", "\\0"])(
  "%s raises nothing",
  (value) => {
    expect(read(`a: ${value}\n`).problems).toEqual([]);
  },
);

describe("wrong escapes", () => {
  test.each([
    [900, /is none|starts an escape/],
    [1_400_000, /more than 1000 backslashes that start no escape/],
  ])(
    "[A1] %i in one value are one problem, in bounded time",
    (count, words) => {
      const { tree, problems } = read(`name: demo\ndescription: "${"\\q".repeat(count)}"\n`);
      expect(problems).toHaveLength(1);
      expect(problems.map(inWords)[0]).toMatchObject({
        rule: "repo/yaml-syntax",
        message: expect.stringMatching(words),
        at: { line: 2 },
      });
      if (count > 1000) expect(tree).toBeNull();
    },
    10_000,
  );

  test("[A1] escapes that are some are not counted", () => {
    const { problems } = read(`description: "${'\\x41\\u0042\\n\\\\\\"'.repeat(5000)}"\n`);
    expect(problems).toEqual([]);
  });
});
