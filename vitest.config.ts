import { defineConfig } from "vitest/config";
import { sharedWorkers, shared } from "./vitest.shared.ts";

/**
 * `npm test`: everything that runs in this process. The files of a worker share what they have imported, which halves the time; a test leaves
 * nothing of its own in a module or in the environment (test/house/seam.test.ts: none replaces a module).
 */
export default defineConfig(
  await shared({
    ...sharedWorkers,
    include: ["test/**/*.test.ts"],
    exclude: [
      "test/**/*.{process,long}.test.ts",
      "test/oracle/**",
      "test/windows/**",
      "test/wine/**",
      "test/conformance/**",
      "node_modules/**",
      "build/**",
    ],
  }),
);
