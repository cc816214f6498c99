import { expect, test } from "vitest";
import { expectFresh } from "./examples.ts";

test("[H5] docs/doctor.md can be followed as written (else: npm run update)", async () => {
  expect(await expectFresh("docs/doctor.md")).toBeGreaterThan(0);
});
