/** The tests of the project around mutants: who meets which, and who notices. One vitest for all of them. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createVitest } from "vitest/node";
import { definitions, templatesAsText, YAML } from "../bundle/options.mjs";

/** Longer than any test of these takes by far: a mutant that does not end is one that is noticed. */
const LONGEST_MS = 60_000;

export class Trial {
  #vitest;
  #met = join(mkdtempSync(join(tmpdir(), "tierwright-mutation-")), "met");
  #options;

  /** `texts`: path -> text with its mutants; `files`: the test files to try; both absolute. */
  constructor(texts, files) {
    this.#options = { texts, files };
  }

  async open() {
    const { texts, files } = this.#options;
    const withMutants = {
      name: "with-mutants",
      enforce: "pre",
      transform: (_, id) => (texts.has(id) ? { code: texts.get(id), map: null } : null),
    };
    const test = {
      config: false,
      watch: false,
      include: files,
      setupFiles: ["test/support/scratch.ts", "test/support/seed.ts", "scripts/mutation/setup.mjs"],
      pool: "threads",
      isolate: false,
      maxWorkers: 1,
      bail: 1,
      reporters: [{}],
      testTimeout: 30_000,
    };
    const vite = { define: await definitions(), resolve: { alias: YAML }, plugins: [templatesAsText, withMutants] };
    this.#vitest = await createVitest("test", test, vite);
    return this;
  }

  async close() {
    await this.#vitest.close().catch(() => undefined);
  }

  /** Runs tests, by file and id, with one mutant at work; `ids` null: whole files. True: every test passed. */
  async #run(mutant, byFile) {
    const project = this.#vitest.getRootProject();
    project.provide("mutant", mutant);
    project.provide("met", this.#met);
    const specifications = byFile.map(([file, ids]) =>
      project.createSpecification(file, ids === null ? undefined : { testIds: ids }),
    );
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(specifications);
    return unhandledErrors.length === 0 && testModules.every((module) => module.ok());
  }

  /** For each mutant the tests that meet it, quickest files first. */
  async meet() {
    const sound = await this.#run(
      -1,
      this.#options.files.map((file) => [file, null]),
    );
    if (!sound) throw new Error("the tests do not pass without a mutant: run npm test");
    const lines = readFileSync(this.#met, "utf8").trimEnd().split("\n");
    rmSync(join(this.#met, ".."), { recursive: true, force: true });
    const met = new Map();
    for (const { test, file, met: ids } of lines.map((line) => JSON.parse(line)))
      for (const id of ids) met.set(id, [...(met.get(id) ?? []), { test, file }]);
    return met;
  }

  /** Whether tests notice a mutant: one fails, or does not end. */
  async notices(mutant, tests) {
    const byFile = new Map();
    for (const { test, file } of tests) byFile.set(file, [...(byFile.get(file) ?? []), test]);
    let timer;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, LONGEST_MS, "late");
    });
    const passed = await Promise.race([this.#run(mutant, [...byFile]), late]);
    clearTimeout(timer);
    if (passed === "late") {
      void this.close();
      await this.open();
    }
    return passed !== true;
  }
}
