import { defineConfig } from "vitest/config";
import { shared, sharedWorkers, whole } from "./vitest.shared.ts";

/**
 * `npm test`: everything that runs in this process, of long tables a part (test/support/sampled.ts). The files of a worker share what they
 * have imported, which halves the time; a test leaves nothing of its own in a module or in the environment (test/house/seam.test.ts: none
 * replaces a module).
 */
export default defineConfig(
  await shared({
    ...sharedWorkers,
    ...(whole ? { runner: "./test/support/sampling.ts", env: { TIERWRIGHT_SAMPLED: "1" } } : {}),
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
