import { describe, test } from "vitest";
import { expectLinear } from "./linear-steps.ts";
import { ATTACKS } from "./linear-texts.ts";

describe("[G5] the work grows with the text alone", () => {
  test.each(ATTACKS.map((piece, i) => ({ piece, i })))("$piece, again and again", { timeout: 60_000 }, ({ piece, i }) =>
    expectLinear(piece, i),
  );
});
