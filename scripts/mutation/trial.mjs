/** The tests of the project around mutants: which are met at all, and which are noticed. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createVitest } from "vitest/node";
import { definitions, templatesAsText, YAML } from "../bundle/options.mjs";

const RULE = /[\\/]src[\\/]rules[\\/][^\\/]+[\\/][^\\/]+\.ts$/;
/** A rule tells of its calls, so that they can be made again. */
const watched = (code) => (/^export const rule\b/m.test(code) ? `${code}\nglobalThis.__watched?.(rule);\n` : code);

/**
 * `texts`: path -> text with its mutants; `files`: the test files to try; both absolute. `subjects`: for each mutant what a
 * test that is about it has in its name, null for one that is not to be tried. `pass`: "own" for the tests of `own` names alone, "other"
 * for the rest. Gives the numbers of those that were met and noticed.
 */
export async function trial(texts, files, { subjects, pass, own }) {
  const folder = mkdtempSync(join(tmpdir(), "tierwright-mutation-"));
  const path = join(folder, "met");
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
    include: files,
    setupFiles: ["test/support/scratch.ts", "test/support/seed.ts"],
    runner: "scripts/mutation/runner.mjs",
    pool: "threads",
    isolate: false,
    maxWorkers: 2,
    reporters: [{ onInit() {} }],
    silent: true,
    testTimeout: 600_000,
    dangerouslyIgnoreUnhandledErrors: true,
  };
  const vite = { define: await definitions(), resolve: { alias: YAML }, plugins: [templatesAsText, withMutants] };
  const vitest = await createVitest("test", test, vite);
  try {
    vitest.provide("met", path);
    vitest.provide("subjects", subjects);
    vitest.provide("pass", pass);
    vitest.provide("own", own);
    await vitest.start();
    const lines = existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
    const parsed = lines.map((line) => JSON.parse(line));
    const numbers = (key) => new Set(parsed.flatMap((line) => line[key] ?? []));
    return { met: numbers("met"), noticed: numbers("noticed") };
  } finally {
    await vitest.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
