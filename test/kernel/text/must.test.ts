import { expect, test } from "vitest";
import { must } from "../../../src/kernel/text/must.ts";

test("a value that is there is returned, also an empty one; one that is missing is an internal error with its name", () => {
  expect([must("", "the line"), must(0, "the size"), must(false, "the flag")]).toEqual(["", 0, false]);
  for (const missing of [null, undefined])
    expect(() => must(missing, "the newest receipt")).toThrow("the newest receipt is missing");
});
