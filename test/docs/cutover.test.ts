import { expect, test } from "vitest";
import { expectFresh } from "./examples.ts";

test("[E12] docs/cutover.md can be followed as written: every output is what the command prints (else: npm run update)", async () => {
  expect(await expectFresh("docs/cutover.md")).toBe(2);
});
