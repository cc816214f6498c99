import { expect, test } from "vitest";
import { expectFresh } from "./examples.ts";

test("[C1] docs/matrix.md can be followed as written: every output is what the command prints (else: npm run update)", async () => {
  expect(await expectFresh("docs/matrix.md")).toBe(2);
});
