import { describe, test } from "vitest";
import { expectLinear } from "./linear-steps.ts";
import { stepOf } from "../../support/runs.ts";
import { ATTACKS } from "./linear-texts.ts";

describe("[G5] the work grows linearly with the text", () => {
  const tried = ATTACKS.map((piece, i) => ({ piece, i })).filter(({ i }) => i % stepOf(3) === 0);
  test.each(tried)("$piece, again and again", { timeout: 60_000 }, ({ piece, i }) => expectLinear(piece, i));
});
