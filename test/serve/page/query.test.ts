import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inRanges, packRuns, rangesOf, unpackRuns } from "../../../src/serve/page/packed.ts";
import { anchor } from "../../../src/serve/page/html.ts";
import { hashOfQuery, queryOfHash, termsOf } from "../../../src/serve/page/query.ts";

describe("a search", () => {
  test.each([
    ["", []],
    [
      "  jcef  false ",
      [
        [null, "jcef"],
        [null, "false"],
      ],
    ],
    [
      "env:production half",
      [
        ["env", "production"],
        [null, "half"],
      ],
    ],
    [
      '"Hot Fix 1" rule:tier/half-switch',
      [
        [null, "Hot Fix 1"],
        ["rule", "tier/half-switch"],
      ],
    ],
    ['env:"a b"', [["env", "a b"]]],
    ["https://plm.example.com:8443/tc", [[null, "https://plm.example.com:8443/tc"]]],
    ["D:\\plm", [[null, "D:\\plm"]]],
    ["env:", [[null, "env:"]]],
    ["ENV:x", [["env", "x"]]],
  ])("%j is read as its words", (query, terms) => {
    expect(termsOf(query).map(({ field, text }) => [field, text])).toEqual(terms);
  });

  test("is in the address, and comes out of it again as the same words", () => {
    const word = fc.stringMatching(/^[^\s":]{1,12}( [^\s":]{1,5})?$/u);
    const term = fc.tuple(fc.constantFrom("env:", "rule:", "key:", "file:", "machine:", ""), word);
    fc.assert(
      fc.property(
        fc.array(term, { maxLength: 4 }),
        fc.array(fc.stringMatching(/^[a-z0-9._-]{1,9}$/), { maxLength: 3 }),
        (terms, names) => {
          const query = terms.map(([field, text]) => `${field}"${text}"`).join(" ");
          const read = queryOfHash(hashOfQuery(query, names));
          const sorted = (text: string) =>
            termsOf(text)
              .map(({ field, text: of }) => `${field} ${of}`)
              .sort();
          expect(sorted(read?.query ?? "")).toEqual(sorted(query));
          expect(read?.compare ?? []).toEqual(names);
        },
      ),
    );
  });

  test("is not what the name of a place is, nor an address that somebody else made up", () => {
    for (const hash of ["#findings", "#card-1", "#", "", "#x=1", "#env=a&b"]) expect(queryOfHash(hash)).toBeNull();
    expect(queryOfHash("#env=a%")?.query).toBe("env:a%");
    expect(queryOfHash(`#${anchor("rule", "tier/half-switch")}`)?.query).toBe("rule:tier/half-switch");
  });
});

test("packed numbers are the same numbers again, and ranges hold what they were made from", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -2, max: 3 })), (numbers) => {
      expect(unpackRuns(packRuns(numbers))).toEqual(numbers);
      const sorted = [...new Set(numbers.map((number) => number + 2))].sort((a, b) => a - b);
      const ranges = rangesOf(sorted);
      expect([0, 1, 2, 3, 4, 5, 6].filter((number) => inRanges(ranges, number))).toEqual(sorted);
    }),
  );
});
