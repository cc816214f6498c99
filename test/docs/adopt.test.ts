import { expect, test } from "vitest";
import { expectFresh } from "./examples.ts";

test("[B7] every output that docs/adopt.md shows is what the command prints (else: npm run update)", async () => {
  expect(await expectFresh("docs/adopt.md")).toBe(3);
});

test("every output that docs/offline.md shows is what the command prints (else: npm run update)", async () => {
  expect(await expectFresh("docs/offline.md")).toBe(1);
});
