import { describe, expect, test } from "vitest";
import { bombOf, breaksOff, drips, entityBomb, flood, portal } from "../../support/live/broken.ts";
import type { Raw } from "../../support/live/live.ts";
import { builtProbe } from "./built-tier.ts";

/* The built command against a tier whose sign-in is good, and whose answer to the request after it is broken. */

const probed = builtProbe();
const ONLY = ["tier/sign-in", "tier/type-descriptions", "tier/session-analytics"];
const TOO_LARGE = /^not-proven: .*its answer has more than 4194304 bytes/;

describe("[F1][F3] a good sign-in, and then an answer that is broken", () => {
  test.each<readonly [words: string, how: Raw, code: number, said: RegExp, options: readonly string[]]>([
    ["a flood behind gzip", bombOf(64), 0, /^not-proven: .*4194304/, []],
    ["50 MB that nobody announced", flood, 0, TOO_LARGE, []],
    ["the same, and what is not proven counts", flood, 1, TOO_LARGE, ["--strict"]],
    ["half an answer", breaksOff("<TypeSchema"), 0, /^not-proven: .*its answer ends after 11 bytes, before its end/, []],
    [
      "a byte now and then",
      drips,
      3,
      /^not-proven: .*getTypeDescriptions: it did not answer fully within [\d.]+ s, so /,
      ["--timeout", "5"],
    ],
    [
      "a document type",
      entityBomb("TypeSchema"),
      1,
      /^refuted: sign-in succeeded, and the request after it did not: .*it has a document type \(<!DOCTYPE\)/,
      [],
    ],
    [
      "a page",
      portal,
      1,
      /^refuted: sign-in succeeded, and the request after it did not: a page answers in the tier's place/,
      [],
    ],
  ])("%s", async (_words, how, code, said, words) => {
    const found = await probed({ broken: { operation: "getTypeDescriptions", how }, only: ONLY, words });
    expect(found.said("tier/sign-in")).toMatch(/^proven: /);
    expect(found.said("tier/type-descriptions")).toMatch(said);
    expect(found.probes[1]?.help).toMatch(/\w/);
    // one answer that is broken takes nothing away from the next; where time is short, a busy machine may
    if (!words.includes("--timeout")) expect(found.said("tier/session-analytics")).toMatch(/^proven: /);
    expect(found.code).toBe(code);
  });
});
