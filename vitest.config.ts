import { defineConfig } from "vitest/config";
import { ELSEWHERE } from "./test/support/sampled.ts";
import { shared, sharedWorkers, whole } from "./vitest.shared.ts";

/**
 * The V8 of Node 20 compiles a function anew, for speed, after so little work in it that a seventh of the time of these tests goes into code
 * that is hardly run again; later ones wait longer by themselves, and refuse the flag.
 */
const LATER = process.versions.v8.startsWith("11.") ? ["--interrupt-budget=600000"] : [];

/**
 * `npm test`: everything that runs in this process, of long tables a part (test/support/sampled.ts). The files of a worker share what they
 * have imported, which halves the time; a test leaves nothing of its own in a module or in the environment (test/house/seam.test.ts: none
 * replaces a module).
 */
export default defineConfig(
  await shared({
    ...sharedWorkers,
    execArgv: [...sharedWorkers.execArgv, ...LATER],
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
      ...(whole ? ELSEWHERE : []),
    ],
  }),
);
