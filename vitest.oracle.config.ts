import { defineConfig } from "vitest/config";
import { shared, sharedWorkers } from "./vitest.shared.ts";

/** The tests that need Java, log4j or the corpora: `.ci/run` runs them; they fail where those are missing. */
export default defineConfig(
  await shared({
    ...sharedWorkers,
    include: ["test/oracle/**/*.oracle.test.ts"],
    // without the seed: other cases on every run
    setupFiles: ["test/support/scratch.ts"],
    testTimeout: 20 * 60_000,
    hookTimeout: 10 * 60_000,
  }),
);
