import fc from "fast-check";
import satisfies from "semver/functions/satisfies.js";
import validRange from "semver/ranges/valid.js";
import { expect, test } from "vitest";
import { isWithin } from "../../../src/compiler/run/requires.ts";

const number = fc.constantFrom("0", "1", "2", "10", "01", "999999999", "x", "");
const version = fc.array(number, { minLength: 1, maxLength: 4 }).map((numbers) => numbers.join("."));
const bound = fc.tuple(fc.constantFrom(">=", "<", ">", "<=", "^", "~", "", "= ", ">= "), version).map((parts) => parts.join(""));
const range = fc
  .array(bound, { minLength: 1, maxLength: 3 })
  .chain((bounds) => fc.constantFrom(" ", "  ", " || ", ",").map((between) => bounds.join(between)));

test("a range that is read without npm's code is read as npm reads it", () => {
  let answered = 0;
  const own = fc
    .tuple(fc.nat(3), fc.nat(11), fc.nat(3), fc.constantFrom("", "", "-rc.1"))
    .map(([a, b, c, pre]) => `${a}.${b}.${c}${pre}`);
  fc.assert(
    fc.property(own, range, (mine, asked) => {
      const answer = isWithin(mine, asked);
      if (answer === null) return;
      answered++;
      expect({ mine, asked, valid: validRange(asked) !== null }).toEqual({ mine, asked, valid: true });
      expect({ mine, asked, answer }).toEqual({ mine, asked, answer: satisfies(mine, asked, { includePrerelease: true }) });
    }),
    { numRuns: 20_000, seed: 16 },
  );
  expect(answered).toBeGreaterThan(300);
});

test("what init writes is answered, a version before a release is not", () => {
  expect(isWithin("0.1.0", ">=0.1 <1")).toBe(true);
  expect(isWithin("1.0.0", ">=0.1 <1")).toBe(false);
  expect(isWithin("1.0.0-rc.1", ">=0.1 <1")).toBeNull();
  expect(isWithin("0.1.0", "^0.1")).toBeNull();
  expect(isWithin("0.1.0", "")).toBeNull();
});
