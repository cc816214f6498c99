import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ViteUserConfig } from "vitest/config";
import { definitions, templatesAsText, YAML } from "./scripts/bundle/options.mjs";

/** `.ci/run` asks for a report of every single test, to compare what is listed with what really ran. */
const report = process.env.TIERWRIGHT_TEST_REPORT;

/** What all runs have in common: how the sources are read, and that a test that asserts nothing, or one left focused, is a defect. */
export async function shared(test: NonNullable<ViteUserConfig["test"]>): Promise<ViteUserConfig> {
  return {
    define: await definitions(),
    plugins: [templatesAsText],
    resolve: { alias: YAML },
    test: {
      setupFiles: ["test/support/scratch.ts", "test/support/seed.ts"],
      // Threads share one process: on two cores that starts several times faster than one process a file.
      pool: "threads",
      maxWorkers: 2,
      ...(report ? { reporters: ["default", ["json", { outputFile: report }]] } : {}),
      testTimeout: 60_000,
      hookTimeout: 60_000,
      expect: { requireAssertions: true },
      allowOnly: false,
      passWithNoTests: false,
      ...test,
    },
  };
}

/** Paths of the test files whose text holds something. */
function filesWith(text: string): string[] {
  return readdirSync("test", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => join("test", path).replaceAll("\\", "/"))
    .filter((path) => readFileSync(path, "utf8").includes(text));
}

/** Test files with laws of many runs, of which `npm test` makes a part. */
export const filesWithRuns = (): string[] => filesWith("support/runs.ts");

/** Test files that put another module in the place of one of ours: they cannot share modules with those that do not. */
export const filesThatReplaceModules = (): string[] => filesWith("vi.mock(");
