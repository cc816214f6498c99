import { defineConfig } from "vitest/config";
import { longestFirst, shared, sharedWorkers } from "./vitest.shared.ts";

/** The tests that need Java, log4j or the corpora: `.ci/run` runs them; they fail where those are missing. */
export default defineConfig(
  await shared({
    ...sharedWorkers,
    include: ["test/oracle/**/*.oracle.test.ts"],
    globalSetup: ["test/oracle/classes.ts"],
    sequence: {
      sequencer: longestFirst(
        "oracle/limits-files.oracle",
        "oracle/limits-documents.oracle",
        "oracle/limits-bundles.oracle",
        "oracle/situations.oracle",
        "oracle/recipes-ansible.oracle",
        "oracle/recipes-pages.oracle",
        "oracle/log4j2-grammar.oracle",
        "oracle/races.oracle",
        "oracle/adopt.oracle",
      ),
    },
    // without the seed: other cases on every run
    setupFiles: ["test/support/scratch.ts"],
    testTimeout: 20 * 60_000,
    hookTimeout: 10 * 60_000,
  }),
);
