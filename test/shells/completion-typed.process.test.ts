import { describe, expect, test } from "vitest";
import { CANDIDATES, completed, completedPaths, QUOTES } from "./completion.ts";

/* Candidates as a branch may name them, typed into the shells themselves: the beginning, TAB, ENTER. */

const CASES = Object.entries(QUOTES).flatMap(([shell, quotes]) => quotes.map((quote) => [shell, quote] as const));

/** Marks that a quote of a shell cannot carry; a candidate that has one is not offered there. */
const LEFT_OUT: Readonly<Record<string, RegExp>> = { "bash'": /'/, 'bash"': /[\\"$`!]/, "bash$'": /^/ };

describe("a candidate arrives exactly as it is, or is not offered, and nothing runs", () => {
  test.each(CASES)("%s after %s", { timeout: 900_000 }, (shell, quote) => {
    const leftOut = LEFT_OUT[shell + quote];
    const all = CANDIDATES(true);
    // the line of one that is not offered stays open, which takes a second each
    const not = all.filter((word) => leftOut?.test(word));
    const candidates = all.filter((word) => !leftOut?.test(word) || not.indexOf(word) % Math.ceil(not.length / 40) === 0);
    const { exact, others, made } = completed(shell, quote, candidates);
    expect({ others, made }).toEqual({ others: [], made: [] });
    expect(candidates.filter((word) => !exact.has(word) && !leftOut?.test(word))).toEqual([]);
    expect(candidates.filter((word) => exact.has(word) && leftOut?.test(word))).toEqual([]);
  });
});

describe("a path is completed in quotes, too", () => {
  test.each(CASES)("%s after %s", { timeout: 300_000 }, (shell, quote) => {
    const { arrived, made } = completedPaths(shell, quote);
    expect(made).toEqual([]);
    expect(arrived).toEqual(["k0z a b.txt", "k1zplain.txt", "k2z$(touch PWNED).txt"]);
  });
});
