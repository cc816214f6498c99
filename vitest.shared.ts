import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ViteUserConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { compiledSources } from "./scripts/bundle/for-tests.mjs";
import { definitions, templatesAsText, YAML } from "./scripts/bundle/options.mjs";

/** `.ci/run` asks for a report of every single test, to compare what is listed with what really ran. */
const report = process.env.TIERWRIGHT_TEST_REPORT;

/** Whether all is run: whoever names files, tests or a way to run them, or watches, means those as they are. */
export const whole =
  process.argv.includes("run") &&
  process.argv
    .slice(2)
    .every((word) => word === "run" || /^--(reporter|outputFile|config|exclude)\b|\.config\.ts$|\*/.test(word));

/**
 * Files that share a worker: what one of them has imported, compiled and warmed up serves the next. Two processes are started for all, and
 * a process, unlike a thread, can be given room for short-lived objects, which a sixth of the time went into collecting.
 */
export const sharedWorkers = { pool: "forks" as const, isolate: false, execArgv: ["--max-semi-space-size=64"] };

/** What all runs have in common: how the sources are read, and that a test that asserts nothing, or one left focused, is a defect. */
export async function shared(test: NonNullable<ViteUserConfig["test"]>): Promise<ViteUserConfig> {
  return {
    define: await definitions(),
    plugins: [templatesAsText, ...(whole ? [await compiledSources(YAML)] : [])],
    resolve: { alias: YAML },
    test: {
      setupFiles: ["test/support/scratch.ts", "test/support/seed.ts"],
      // A file each for itself: a thread starts several times faster than a process.
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

/**
 * The files that take longest begin first, in this order: begun last, one of them would keep one processor busy while the other has nothing
 * left to do. Vitest orders by the size of the files where it has not run them before, which is how `.ci/run` finds them.
 */
export const longestFirst = (...names: readonly string[]) =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const rank = ({ moduleId }: TestSpecification): number => {
        const at = names.findIndex((name) => moduleId.replaceAll("\\", "/").endsWith(`/test/${name}.test.ts`));
        return at < 0 ? names.length : at;
      };
      return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
    }
  };

/** Paths of the test files whose text holds something. */
function filesWith(text: string): string[] {
  return readdirSync("test", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => join("test", path).replaceAll("\\", "/"))
    .filter((path) => readFileSync(path, "utf8").includes(text));
}

/** Test files with laws of many runs, of which `npm test` makes a part. */
export const filesWithRuns = (): string[] => filesWith("support/runs.ts");
