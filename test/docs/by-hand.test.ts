import { test } from "vitest";
import { expectFresh } from "./examples.ts";

test("every output that docs/by-hand.md shows is what the command prints (else: npm run update)", async () => {
  await expectFresh("docs/by-hand.md");
});
