/** Runs the tests of the project with mutants, and reports which mutants tests execute and which they notice. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { createVitest } from "vitest/node";
import { definitions, ROOT, templatesAsText, YAML } from "../bundle/options.mjs";

/**
 * Two workers at most, because each one has to record all tests again; `taskset -c 0 npm run mutation` leaves one processor, and so one
 * worker.
 */
const WORKERS = Math.min(2, availableParallelism());

/** Timeout of a test in milliseconds; it is long because a machine with other work is slow. */
const LONGEST = 3_600_000;

const RULE = /[\\/]src[\\/]rules[\\/][^\\/]+[\\/][^\\/]+\.ts$/;
/** Returns the code of a rule with an addition that registers the rule, so that its calls can be recorded and repeated. */
const watched = (code) => (/^export const rule\b/m.test(code) ? `${code}\nglobalThis.__watched?.(rule);\n` : code);

async function vitestWith(texts, options) {
  const withMutants = {
    name: "with-mutants",
    enforce: "pre",
    transform: (code, id) => {
      const text = texts.get(id) ?? code;
      return texts.has(id) || RULE.test(id) ? { code: RULE.test(id) ? watched(text) : text, map: null } : null;
    },
  };
  const test = {
    config: false,
    watch: false,
    setupFiles: ["test/support/scratch.ts", "test/support/seed.ts"].map((path) => join(ROOT, path)),
    pool: "threads",
    isolate: false,
    maxWorkers: WORKERS,
    reporters: [{ onInit() {} }],
    silent: true,
    testTimeout: LONGEST,
    hookTimeout: LONGEST,
    dangerouslyIgnoreUnhandledErrors: true,
    ...options,
  };
  const vite = { define: await definitions(), resolve: { alias: YAML }, plugins: [templatesAsText, withMutants] };
  return createVitest("test", test, vite);
}

/** Returns the errors outside of tests; a failing test is no error, but the wanted result. */
const errorsOf = ({ type, result, tasks = [] }) =>
  type === "test" ? [] : [...(result?.errors ?? []), ...tasks.flatMap(errorsOf)];

/**
 * Runs the tests with the settings that their runner needs, in a folder for its results. Returns the numbers of the executed and of the
 * noticed mutants.
 */
async function run(texts, prepare) {
  const folder = mkdtempSync(join(tmpdir(), "tierwright-mutation-"));
  const path = join(folder, "met");
  const { options, provided } = prepare(folder);
  const vitest = await vitestWith(texts, options);
  try {
    for (const [name, value] of Object.entries({ ...provided, tables: "cases" })) vitest.provide(name, value);
    await vitest.start();
    const failed = vitest.state.getFiles().flatMap(errorsOf);
    if (failed.length > 0 || !existsSync(path))
      throw new Error(`the tests cannot be run: ${failed[0]?.message ?? "none was found"}`);
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    const parsed = lines.map((line) => JSON.parse(line));
    const numbers = (key) => new Set(parsed.flatMap((line) => line[key] ?? []));
    const taken = readdirSync(folder).flatMap((name) => /^taken-(\d+)$/.exec(name)?.slice(1).map(Number) ?? []);
    return { met: numbers("met"), noticed: numbers("noticed"), taken: new Set(taken) };
  } finally {
    await vitest.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs the tests of `files` (absolute paths). `texts`: absolute path -> text with its mutants. `subjects`: for each mutant the words that a
 * test about it has in its name, null for a mutant that is not tried. `pass`: "own" for the tests of `own` names alone, "other" for the
 * rest.
 */
export const trial = (texts, files, { subjects, pass, own }) =>
  run(texts, (folder) => ({
    options: { include: files, runner: "scripts/mutation/runner.mjs" },
    provided: { met: join(folder, "met"), subjects, pass, own },
  }));

/**
 * Runs all test files in each worker (scripts/mutation/together.mjs). `paths`: for each mutant its source, null for a mutant that is not
 * tried; `until`: the time from which no further mutant is begun.
 */
export const trialTogether = (texts, files, paths, until) =>
  run(texts, (folder) => {
    const suites = files.map((file) => `describe(${JSON.stringify(file)}, () => import(${JSON.stringify(file)}));`);
    const code = `import { describe } from "vitest";\n${suites.join("\n")}\n`;
    const all = Array.from({ length: WORKERS }, (_, i) => join(folder, `all-${i}.test.mjs`));
    for (const path of all) writeFileSync(path, code);
    return {
      options: { root: ROOT, dir: folder, include: ["*.test.mjs"], runner: join(ROOT, "scripts/mutation/together.mjs") },
      provided: { together: { folder, files: paths, until } },
    };
  });
