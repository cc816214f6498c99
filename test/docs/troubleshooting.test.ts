import { expect, test } from "vitest";
import { expectFresh } from "./examples.ts";

test("[H1,H2,H3] docs/troubleshooting.md can be followed as written: every output is what the command prints (else: npm run update)", async () => {
  expect(await expectFresh("docs/troubleshooting.md")).toBe(3);
});
