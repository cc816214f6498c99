import { readdirSync, readFileSync } from "node:fs";
import { defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { definitions, templatesAsText, YAML } from "./scripts/bundle/options.mjs";

type Options = NonNullable<Extract<TestProjectInlineConfiguration, ViteUserConfig>["test"]>;

/** Files of test/deploy/swap that play both runners: all of their cases are in the project conformance. */
const SWAP = [
  "bindings",
  "bundle",
  "cut-off",
  "entering",
  "exchanged",
  "forged",
  "forged-names",
  "forged-receipts",
  "hostile-values",
  "install",
  "journal",
  "kept-values",
  "large-files",
  "left-values",
  "machine",
  "machine-secrets",
  "meanwhile",
  "no-bundle",
  "odd-zips",
  "patience",
  "places",
  "planted",
  "receipt-copies",
  "rights-and-lock",
  "rollbacks",
  "scanner",
  "secrets",
  "targets",
  "told",
  "what-if",
  "whole-tree",
];

/** The files that take longest begin first: begun last, one of them would keep one processor busy while the other has nothing left to do. */
const LONGEST = [
  "house/new.process",
  "cli/killed-run.process",
  "cli/rights.process",
  "compiler/run/secrets",
  "conformance/powershell",
  "conformance/processes",
  "conformance/step-table",
  "deploy/swap/cut-off",
  "conformance/built-in",
  "deploy/swap/exchanged",
  "conformance/records",
  "deploy/swap/patience",
  "deploy/swap/kept-values",
  "oracle/limits-files.oracle",
  "oracle/limits-documents.oracle",
  "oracle/limits-bundles.oracle",
  "oracle/situations.oracle",
  "oracle/recipes-ansible.oracle",
  "oracle/recipes-pages.oracle",
  "oracle/log4j2-grammar.oracle",
  "oracle/races.oracle",
  "oracle/adopt.oracle",
];

/** Orders test files: those of `LONGEST`, then as Vitest does. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.replaceAll("\\", "/").endsWith(`/test/${name}.test.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** Returns the test files of which the project unit plays a part: they import test/support/runs.ts. Those of `SWAP` are whole elsewhere. */
function filesWithTables(): string[] {
  return readdirSync("test", { recursive: true, encoding: "utf8" })
    .map((path) => `test/${path.replaceAll("\\", "/")}`)
    .filter(
      (path) => /(?<!\.(?:process|long|oracle))\.test\.ts$/.test(path) && readFileSync(path, "utf8").includes("support/runs.ts"),
    )
    .filter((path) => !SWAP.some((name) => path === `test/deploy/swap/${name}.test.ts`));
}

/**
 * Files of a worker share what they have imported, which halves the time; a test leaves nothing of its own in a module or in the environment
 * (test/house/seam.test.ts: none replaces a module). A process, unlike a thread, can be given room for short-lived objects.
 */
const shared: Options = { pool: "forks", isolate: false, execArgv: ["--max-semi-space-size=64"] };

/**
 * The V8 of Node 20 compiles a function anew, for speed, after so little work in it that a seventh of the time of the unit tests goes into code
 * that is hardly run again; later ones wait longer by themselves, and refuse the flag.
 */
const LATER = process.versions.v8.startsWith("11.") ? ["--interrupt-budget=600000"] : [];

/** How much of each law the projects `long` and `oracle` play. */
const LAWS = process.env.TIERWRIGHT_TABLES === "sixth" ? "sixth" : "whole";

const SCRATCH = "test/support/scratch.ts";
/** With the seed a law tries the same cases on every run. */
const SEEDED = [SCRATCH, "test/support/seed.ts"];
const MINUTE = 60_000;

const project = (name: string, test: Options): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, provide: { tables: "whole" }, setupFiles: SEEDED, testTimeout: MINUTE, hookTimeout: MINUTE, ...test },
});

/** What runs where: CONTRIBUTING.md, "Tests". `npx vitest run --project NAME [FILE]` runs one of them. */
const PROJECTS = [
  project("unit", {
    ...shared,
    execArgv: [...(shared.execArgv ?? []), ...LATER],
    provide: { tables: process.env.UPDATE ? "whole" : "part" },
    include: ["test/**/*.test.ts"],
    exclude: [
      "test/**/*.{process,long}.test.ts",
      "test/{oracle,windows,wine,conformance}/**",
      "test/deploy/swap/{machine,rights-and-lock}.test.ts",
    ],
  }),
  project("process", { ...shared, include: ["test/**/*.process.test.ts"] }),
  project("long", {
    ...shared,
    provide: { tables: LAWS },
    include: ["test/**/*.long.test.ts", ...filesWithTables()],
  }),
  project("oracle", {
    ...shared,
    provide: { tables: LAWS },
    include: ["test/oracle/**/*.oracle.test.ts"],
    globalSetup: ["test/oracle/classes.ts"],
    setupFiles: [SCRATCH],
    testTimeout: 20 * MINUTE,
    hookTimeout: 10 * MINUTE,
  }),
  project("conformance", {
    ...shared,
    include: ["test/conformance/**/*.test.ts", ...SWAP.map((name) => `test/deploy/swap/${name}.test.ts`)],
    env: { TIERWRIGHT_CONFORMANCE: "1" },
    // against a hang alone: a test of deploy.ps1 takes minutes, and on a machine that has other work many times as long
    testTimeout: 180 * MINUTE,
    hookTimeout: 60 * MINUTE,
  }),
  // a deploy waits half a minute for a file that somebody holds
  project("windows", { pool: "threads", include: ["test/windows/**/*.windows.test.ts"], testTimeout: 5 * MINUTE }),
  project("wine", {
    include: ["test/wine/**/*.wine.test.ts"],
    globalSetup: ["test/wine/support/prefix.ts"],
    // one Wine for all: its drives are led to the folder of the test that runs
    pool: "forks",
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
    testTimeout: 15 * MINUTE,
    hookTimeout: 10 * MINUTE,
  }),
];

export default defineConfig({
  define: await definitions(),
  plugins: [templatesAsText],
  resolve: { alias: YAML },
  test: {
    projects: PROJECTS,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Vitest hands --exclude to no project
    exclude: process.env.TIERWRIGHT_EXCLUDE?.split(" ") ?? [],
    // a test that asserts nothing, or one left focused, is a defect
    expect: { requireAssertions: true },
    allowOnly: false,
    passWithNoTests: false,
  },
});
