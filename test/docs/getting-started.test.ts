import { test } from "vitest";
import { expectFresh } from "./examples.ts";

test("every output that docs/getting-started.md shows is what the command prints (else: npm run update)", async () => {
  await expectFresh("docs/getting-started.md");
});
