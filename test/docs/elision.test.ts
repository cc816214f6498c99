import { expect, test } from "vitest";
import { shows } from "./page.ts";

test.each([
  ["a\nb\n", "a\nb\n", true],
  ["a\n...\nd\n", "a\nb\nc\nd\n", true],
  ["a\n  ...\nc\n...\ne\n", "a\nb\nc\nd\ne\n", true],
  ["...\nb\n", "a\nb\n", true],
  ["a\n...\nd\n", "a\nb\nc\n", false],
  ["a\n...\nc\n...\nb\n", "a\nb\nc\n", false],
  ["a ... c\n", "a b c\n", false],
  ["a\n", "a\nb\n", false],
])("a line of '...' alone stands for any lines and for nothing else: %j shows %j: %s", (block, output, expected) => {
  expect(shows(block, output)).toBe(expected);
});
