import { expect, test } from "vitest";
import { answer, inProcess } from "../support/live/live.ts";
import { JANE, tierOf } from "../support/live/tier.ts";
import { expectFresh } from "./examples.ts";

const ORIGIN = "https://plm.example.com";

test("[F3] docs/probe.md can be followed as written, against a tier of ours (else: npm run update)", async () => {
  const { live } = tierOf({ bootstrapUrls: [`${ORIGIN}:4544`] });
  const exchange = inProcess({
    [`${ORIGIN}:8443`]: live,
    [`${ORIGIN}:3000`]: () => answer(200, "text/html", "<!DOCTYPE html><html><head><title>Client</title></head></html>"),
    [`${ORIGIN}:4544`]: () => answer(404, "text/plain", "no ticket"),
  });
  expect(
    await expectFresh("docs/probe.md", {
      exchange,
      env: { PLM_PASSWORD: JANE.password },
      dns: { "plm.example.com": ["10.20.0.11"] },
    }),
  ).toBe(3);
});
