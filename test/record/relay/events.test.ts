import { expect, test } from "vitest";
import { lineOf, readLine, WAYS } from "../../../src/record/relay/events.ts";

test("[G2] the fast writer of a read's line gives the same text as JSON.stringify", () => {
  for (const way of WAYS) {
    for (const [c, t, offset, length] of [
      [1, 0, 0, 1],
      [12, 1234.567, 2 ** 40, 65_536],
      [1_000_000, 0.001, 2 ** 53 - 1, 7],
    ] as const) {
      expect(readLine(c, t, way, offset, length)).toBe(lineOf({ event: "read", way, offset, length, c, t }));
    }
  }
});
