import { defineConfig } from "vitest/config";
import { ELSEWHERE, SAMPLED } from "./test/support/sampled.ts";
import { filesWithRuns, longestFirst, shared, sharedWorkers } from "./vitest.shared.ts";

/** Whole in the conformance suite, which plays test/deploy/swap. */
const others = [...Object.keys(SAMPLED), ...ELSEWHERE].filter((path) => !path.startsWith("test/deploy/swap/"));

/**
 * `npm run test:process`: real processes and their ends, scaffolds that are built and linted, the walks through every fault of a swap
 * (`*.process.test.ts`), what is large (`*.long.test.ts`), and once more, with all of their runs and cases, the laws and tables of which
 * `npm test` tries a part, and the files that it leaves out.
 */
export default defineConfig(
  await shared({
    ...sharedWorkers,
    include: ["test/**/*.{process,long}.test.ts", ...filesWithRuns(), ...others],
    env: { TIERWRIGHT_RUNS: process.env.TIERWRIGHT_RUNS || "all" },
    sequence: { sequencer: longestFirst("house/new.process", "cli/killed-run.process", "cli/rights.process", "run/secrets") },
  }),
);
