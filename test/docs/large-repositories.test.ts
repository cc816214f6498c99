import { expect, test } from "vitest";
import { expectFresh } from "./examples.ts";

test("every output that docs/large-repositories.md shows is what the command prints (else: npm run update)", async () => {
  expect(await expectFresh("docs/large-repositories.md")).toBe(1);
});
