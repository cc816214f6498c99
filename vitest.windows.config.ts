import { defineConfig } from "vitest/config";
import { shared } from "./vitest.shared.ts";

/** What only Windows shows: sharing violations, rights, junctions, long paths. Elsewhere every test is skipped, and `.ci/run` names each. */
export default defineConfig(
  await shared({
    include: ["test/windows/**/*.windows.test.ts"],
    // a deploy waits half a minute for a file that somebody holds
    testTimeout: 5 * 60_000,
  }),
);
