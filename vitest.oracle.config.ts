import { defineConfig } from "vitest/config";
import { definitions, templatesAsText, YAML } from "./scripts/bundle/options.mjs";

/** The tests that need Java, log4j or the corpora: `.ci/run` runs them; they fail where those are missing. */
export default defineConfig({
  define: await definitions(),
  plugins: [templatesAsText],
  resolve: { alias: YAML },
  test: {
    include: ["test/oracle/**/*.oracle.test.ts"],
    pool: "threads",
    maxWorkers: 2,
    testTimeout: 20 * 60_000,
    hookTimeout: 10 * 60_000,
    expect: { requireAssertions: true },
    allowOnly: false,
    passWithNoTests: false,
  },
});
