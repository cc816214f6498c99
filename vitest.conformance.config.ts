import { defineConfig } from "vitest/config";
import { longestFirst, shared, sharedWorkers } from "./vitest.shared.ts";

/** Files of test/deploy/swap that play both runners. */
const SWAP = [
  "bindings",
  "bundle",
  "cut-off",
  "entering",
  "exchanged",
  "forged",
  "forged-names",
  "forged-receipts",
  "hostile-values",
  "install",
  "journal",
  "kept-values",
  "large-files",
  "machine",
  "machine-secrets",
  "meanwhile",
  "no-bundle",
  "odd-zips",
  "patience",
  "places",
  "planted",
  "receipt-copies",
  "rights-and-lock",
  "rollbacks",
  "scanner",
  "secrets",
  "targets",
  "told",
  "what-if",
  "whole-tree",
];

/**
 * The conformance suite of the swap protocol: every fault, on the built-in runner, on real processes and, where a PowerShell is found, on
 * deploy.ps1. `npm test` has a part of it; `npm run conformance` runs all of it and writes the counts into docs/swap-faults.json.
 */
export default defineConfig(
  await shared({
    ...sharedWorkers,
    include: ["test/conformance/**/*.test.ts", ...SWAP.map((name) => `test/deploy/swap/${name}.test.ts`)],
    env: { TIERWRIGHT_CONFORMANCE: "1" },
    sequence: {
      sequencer: longestFirst(
        "conformance/powershell",
        "conformance/processes",
        "conformance/step-table",
        "swap/cut-off",
        "conformance/built-in",
        "swap/exchanged",
        "conformance/records",
        "swap/patience",
        "swap/kept-values",
      ),
    },
    // against a hang alone: a test of deploy.ps1 takes minutes, and on a machine that has other work many times as long
    testTimeout: 3 * 60 * 60_000,
    hookTimeout: 60 * 60_000,
  }),
);
