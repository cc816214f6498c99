/** The tests of the project around mutants: which are met at all, and which are noticed. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createVitest } from "vitest/node";
import { definitions, templatesAsText, YAML } from "../bundle/options.mjs";

/**
 * `texts`: path -> text with its mutants; `files`: the test files to try; both absolute. `subjects`: for each mutant what a
 * test that is about it has in its name, null for one that is not to be tried. Gives the numbers of those that were met and noticed.
 */
export async function trial(texts, files, subjects) {
  const folder = mkdtempSync(join(tmpdir(), "tierwright-mutation-"));
  const path = join(folder, "met");
  const withMutants = {
    name: "with-mutants",
    enforce: "pre",
    transform: (_, id) => (texts.has(id) ? { code: texts.get(id), map: null } : null),
  };
  const test = {
    config: false,
    watch: false,
    include: files,
    setupFiles: ["test/support/scratch.ts", "test/support/seed.ts"],
    runner: "scripts/mutation/runner.mjs",
    pool: "threads",
    isolate: false,
    maxWorkers: 2,
    reporters: ["default"],
    silent: true,
    testTimeout: 600_000,
  };
  const vite = { define: await definitions(), resolve: { alias: YAML }, plugins: [templatesAsText, withMutants] };
  const vitest = await createVitest("test", test, vite);
  try {
    vitest.provide("met", path);
    vitest.provide("subjects", subjects);
    await vitest.start();
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    const parsed = lines.map((line) => JSON.parse(line));
    const numbers = (key) => new Set(parsed.flatMap((line) => line[key] ?? []));
    return { met: numbers("met"), noticed: numbers("noticed") };
  } finally {
    await vitest.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
