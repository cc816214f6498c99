import { defineConfig } from "vitest/config";
import { filesWithRuns, shared, sharedWorkers } from "./vitest.shared.ts";

/**
 * `npm run test:process`: real processes and their ends, scaffolds that are built and linted, the walks through every fault of a swap
 * (`*.process.test.ts`), what is large (`*.long.test.ts`), and once more, with all of their runs, the laws of which `npm test` tries a part.
 */
export default defineConfig(
  await shared({
    ...sharedWorkers,
    include: ["test/**/*.{process,long}.test.ts", ...filesWithRuns()],
    env: { TIERWRIGHT_RUNS: "all" },
  }),
);
