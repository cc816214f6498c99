import { expect, test } from "vitest";
import { expectFresh } from "./examples.ts";

test("[E7] docs/users.md can be followed as written: every output is what the command prints (else: npm run update)", async () => {
  expect(await expectFresh("docs/users.md")).toBe(2);
});
