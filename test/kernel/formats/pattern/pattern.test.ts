import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MOST_SEARCHED, patternFault, statedTexts } from "../../../../src/kernel/formats/pattern/pattern.ts";
import { suggestedPattern } from "../../../../src/kernel/formats/pattern/suggestion.ts";
import { runs } from "../../../support/runs.ts";
import { FOUND, HOSTILE, pattern, REFUSED, text } from "./patterns.ts";

test.each(FOUND)("[D7] %s in %j", (pattern, text, stated) => {
  expect(patternFault(pattern)).toBeNull();
  expect(statedTexts(pattern, text)).toEqual(stated);
});

test("[D7] a pattern finds in a line what JavaScript's expression of the same letters finds", () => {
  fc.assert(
    fc.property(pattern, text, (pattern, text) => {
      expect(patternFault(pattern)).toBeNull();
      const found = text
        .split("\n")
        .flatMap((line) => [...line.matchAll(new RegExp(pattern, "g"))].map(([, group]) => group?.trim()));
      expect(statedTexts(pattern, text)).toEqual([...new Set(found)].filter((group) => group !== ""));
    }),
    { numRuns: runs(5000) },
  );
});

describe("a pattern that is refused, in words", () => {
  test.each(REFUSED)("[D7] %s", (pattern, says, suggested) => {
    expect(patternFault(pattern)).toBe(says);
    expect(suggestedPattern(pattern)).toBe(suggested);
    if (suggested !== null) expect(patternFault(suggested)).toBeNull();
  });

  test("[D7] what is suggested for any text can be read", () => {
    const signs = fc.string({ unit: fc.constantFrom(..."ab()[]{}|*+?^$\\-.,12d "), maxLength: 12 });
    fc.assert(
      fc.property(signs, (pattern) => {
        const suggested = suggestedPattern(pattern);
        if (suggested !== null) expect(patternFault(suggested)).toBeNull();
      }),
      { numRuns: runs(5000) },
    );
  });
});

test.each(HOSTILE)(
  "[D7] %s on megabytes of %j: only the beginning is searched, each character at most twice",
  (pattern, part) => {
    const stated = statedTexts(pattern, `${part.repeat(1_000_000)}!`);
    expect(stated.join("").length).toBeLessThanOrEqual(MOST_SEARCHED);
  },
);

test.each([
  ["the same text twice", "version=2024x\nversion= 2024x \n", ["2024x"]],
  ["two texts", "schema.version=3\r\nversion=2024x\r\n", ["3", "2024x"]],
  ["comments of settings", "#version=1\n  ! version=2\n; version=3\nversion=2024x\n", ["2024x"]],
  ["comments of a batch file", "rem version=1\n:: version=2\n// version=3\nset version=2024x\n", ["2024x"]],
  ["a comment of XML", "<a>\n<!-- version=1\nversion=2 --><b>\nversion=2024x\n</b></a><!-- version=4", ["2024x"]],
  ["what only looks like a comment", "a=b # x\nremote.version=2024x\n", ["2024x"]],
  ["nothing but a comment", "# version=2024x", []],
  ["no text", "version= \n", []],
])("[D7] %s: which texts a file states", (_title, text, stated) => {
  expect(statedTexts("version=(.*)", text)).toEqual(stated);
});
