import { expect, test } from "vitest";
import { daysLeftWords, hostWords, listWords, pairWords } from "../../../src/kernel/verdict/words.ts";

test.each([
  [-3, "ended 3 days ago"],
  [-1, "ended 1 day ago"],
  [0, "today is the last day"],
  [1, "1 day left"],
  [14, "14 days left"],
])("[C4] %d days left: %s", (days, words) => {
  expect(daysLeftWords(days)).toBe(words);
});

test.each([
  ["same", "same tier"],
  ["member", "member"],
  ["half-switch", "half-switch"],
  ["not-proven", "not-proven"],
])("[A2] the verdict %s of a host is %s", (verdict, words) => {
  expect(hostWords(verdict)).toBe(words);
});

test.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a and b"],
  [["a", "b", "c"], "a, b and c"],
])("a list of %j in words", (items, words) => {
  expect(listWords(items)).toBe(words);
});

test("[C1] a pair has the names of both", () => {
  expect(pairWords("2024x Refresh3", "2606")).toBe("2024x Refresh3 × 2606");
});
