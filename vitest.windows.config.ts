import { defineConfig } from "vitest/config";
import { definitions, templatesAsText, YAML } from "./scripts/bundle/options.mjs";

/** What only Windows shows: sharing violations, rights, junctions, long paths. Elsewhere every test is skipped, and `.ci/run` names each. */
export default defineConfig({
  define: await definitions(),
  plugins: [templatesAsText],
  resolve: { alias: YAML },
  test: {
    include: ["test/windows/**/*.windows.test.ts"],
    setupFiles: ["test/support/seed.ts"],
    pool: "threads",
    maxWorkers: 2,
    // a deploy waits half a minute for a file that somebody holds
    testTimeout: 5 * 60_000,
    hookTimeout: 60_000,
    expect: { requireAssertions: true },
    allowOnly: false,
    passWithNoTests: false,
  },
});
