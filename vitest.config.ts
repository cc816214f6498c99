import { defineConfig } from "vitest/config";
import { definitions, templatesAsText, YAML } from "./scripts/bundle/options.mjs";

/** `.ci/run` asks for a report of every single test, to compare docs/traceability.md with what really ran. */
const report = process.env.TIERWRIGHT_TEST_REPORT;

export default defineConfig({
  define: await definitions(),
  plugins: [templatesAsText],
  resolve: { alias: YAML },
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/seed.ts"],
    exclude: [
      "test/**/*.{process,long}.test.ts",
      "test/oracle/**",
      "test/windows/**",
      "test/wine/**",
      "test/conformance/**",
      "node_modules/**",
      "build/**",
    ],
    // Threads share one process: on two cores that starts several times faster than one process a file.
    pool: "threads",
    maxWorkers: 2,
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A test that asserts nothing, or one left focused, is a defect of its own.
    expect: { requireAssertions: true },
    allowOnly: false,
    passWithNoTests: false,
  },
});
