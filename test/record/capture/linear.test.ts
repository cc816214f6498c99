import { describe, expect, test } from "vitest";
import { stepsOf } from "../../support/steps.ts";
import { expectLinear, LENGTH, MOST, repeated } from "./linear-steps.ts";
import { ATTACKS } from "./linear-texts.ts";

/** Pieces of two syntaxes; linear.long.test.ts has them all. */
const SOME = ['[{"', "%41"];

describe("[G5] the work grows linearly with the text, some syntaxes", () => {
  test.each(SOME)("%j, again and again", (piece) => expectLinear(piece, ATTACKS.indexOf(piece)));

  test("every one of them is in the long table", () => {
    expect(SOME.filter((piece) => !ATTACKS.includes(piece))).toEqual([]);
  });

  test("the step counter notices quadratic growth", () => {
    const [once, twice] = [LENGTH, 2 * LENGTH].map((length) =>
      stepsOf(() => {
        const text = repeated("a", length);
        for (let at = 0; at < text.length; at += 4) text.indexOf("b", at);
      }),
    ) as [number, number];
    expect(twice).toBeGreaterThan(MOST * once);
  });
});
