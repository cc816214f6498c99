import { defineConfig } from "vitest/config";
import { definitions, templatesAsText, YAML } from "./scripts/bundle/options.mjs";

const report = process.env.TIERWRIGHT_TEST_REPORT;

/**
 * `npm run test:process`: real processes and their ends, scaffolds that are built and linted, the walks through every fault of a swap
 * (`*.process.test.ts`), and laws that need many runs (`*.long.test.ts`).
 */
export default defineConfig({
  define: await definitions(),
  plugins: [templatesAsText],
  resolve: { alias: YAML },
  test: {
    include: ["test/**/*.{process,long}.test.ts"],
    setupFiles: ["test/support/seed.ts"],
    pool: "threads",
    maxWorkers: 2,
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { requireAssertions: true },
    allowOnly: false,
    passWithNoTests: false,
  },
});
