import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JsonFault, readStrictJson } from "../../../../src/kernel/formats/json/strict.ts";
import { runs } from "../../../support/runs.ts";

const read = (text: string): unknown => readStrictJson(Buffer.from(text, "utf8"));

describe("[D1] JSON that every reader understands alike", () => {
  test("is read as JSON.parse reads it, in any layout", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 1, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(read(text)).toEqual(JSON.parse(text));
        expect(read(` \r\n\t${text}\n`)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  test("refuses every text that JSON.parse refuses, and takes no other", () => {
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"b"',
      "1",
      "-",
      "0",
      "01",
      "1.",
      "1e5",
      "true",
      "nul",
      "null",
      " ",
      "\n",
      '"\\u12',
      '"\\x"',
      "'",
      "//",
      '"\t"',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 9 }), (parts) => {
        const text = parts.join("");
        let expected: { value: unknown } | null = null;
        try {
          expected = { value: JSON.parse(text) };
        } catch {
          // no JSON
        }
        // a duplicate key is the one thing that only this reader refuses
        if (expected !== null && /("[ab]")[\s\S]*\1\s*:/.test(text)) return;
        if (expected === null) expect(() => read(text), text).toThrow(JsonFault);
        else expect(read(text), text).toEqual(expected.value);
      }),
      { numRuns: runs(3000) },
    );
  });

  test.each([
    ['{"a":1,"a":1}', 1, 8, /"a" appears twice/],
    ['{\n "a":1,\n "\\u0061":2}', 3, 2, /"a" appears twice/],
    ['{"b":{"a":1,"c":[{"a":1,"a":2}]}}', 1, 25, /"a" appears twice/],
    ["", 1, 1, /ends too early/],
    ["[1,", 1, 4, /ends too early/],
    ["[1 2]", 1, 4, /',' or '\]' is expected/],
    ['{"a" 1}', 1, 6, /':' is expected/],
    ["{a:1}", 1, 2, /a key in quotation marks/],
    ['"\u0001"', 1, 1, /control character/],
    ["1 1", 1, 3, /after the end/],
    [`[${"1,".repeat(1_000_000)}1]`, 1, 2_000_000, /more than 1000000 values/],
    [`{${Array.from({ length: 10_001 }, (_, i) => `"k${i}":1`).join()}}`, 1, 98_892, /more than 10000 keys/],
    ["[".repeat(40) + "]".repeat(40), 1, 34, /more than 32 deep/],
  ])("says where and why it refuses %j", (text, line, column, words) => {
    const fault = (() => {
      try {
        return read(text);
      } catch (error) {
        return error;
      }
    })();
    expect(fault).toBeInstanceOf(JsonFault);
    expect(fault).toMatchObject({ line, column, message: expect.stringMatching(words) });
  });

  test("keeps __proto__ as an ordinary key", () => {
    const value = read('{"__proto__":{"polluted":true}}') as object;
    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect(({} as { polluted?: boolean }).polluted).toBe(undefined);
  });

  test("reads a text of a megabyte with an escape in each place, without a crash", () => {
    const text = JSON.stringify('\\"\n'.repeat(300_000));
    expect(read(text)).toBe(JSON.parse(text));
  });

  test.each([
    ["a byte order mark", Buffer.from("\ufeff{}")],
    ["bytes that are no UTF-8", Buffer.from([0x22, 0xc3, 0x28, 0x22])],
    ["UTF-16", Buffer.from("{}", "utf16le")],
  ])("refuses %s", (_, bytes) => {
    expect(() => readStrictJson(bytes)).toThrow(JsonFault);
  });

  test("reads texts of a great many escapes", () => {
    const many = runs(2_000_000);
    for (const [spelt, meant] of [
      ["\\n", "\n"],
      ["\\u0041", "A"],
    ] as const) {
      expect(read(`["${spelt.repeat(many)}"]`)).toEqual([meant.repeat(many)]);
      expect(() => read(`["${spelt.repeat(many)}\\x"]`)).toThrow(JsonFault);
    }
  });
});

describe("[D1] JSON as the runners spell it", () => {
  const spelt = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`;

  test("is read as in any other layout", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(read(spelt(value))).toStrictEqual(read(` ${spelt(value)}`));
      }),
      { numRuns: runs(300) },
    );
    const prototype = '{\n "__proto__": 1\n}\n';
    expect(Object.keys(read(prototype) as object)).toEqual(["__proto__"]);
  });

  test("has the same limits: duplicate keys, depth, keys of an object", () => {
    expect(() => read('{\n "a": 1,\n "a": 2\n}\n')).toThrow('the key "a" appears twice');
    const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
    expect(read(spelt(nested(32)))).toEqual(nested(32));
    for (const deep of [nested(33), nested(200)]) expect(() => read(spelt(deep))).toThrow("more than 32 deep");
    const keys = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`k${i}`, 1]));
    expect(() => read(spelt(keys))).toThrow("more than 10000 keys");
    expect(() => read('{\n "a": 01\n}\n')).toThrow(JsonFault);
    expect(() => read("\ufeff{}\n")).toThrow("byte order mark");
  });
});
