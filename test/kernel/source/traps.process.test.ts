import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TRAPS } from "./traps/traps.ts";

interface Outcome {
  readonly name: string;
  readonly bytes: number;
  readonly ms: number;
  readonly rules: readonly string[];
  readonly count: number;
  readonly longest: number;
}

/** Enough for a trap that takes more than linear time to show: ten times longer documents took minutes before they were capped. */
const LENGTH = 100_000;
/** A reader in linear time needs a twentieth of it here. */
const BOUND_MS = 10_000;
/** A process of its own, because running out of memory or stack inside a regular expression ends the whole process. */
const HEAP_MB = 256;

const folder = mkdtempSync(join(tmpdir(), "tierwright-traps-"));
let outcomes: readonly Outcome[] = [];

beforeAll(() => {
  const program = join(folder, "run.mjs");
  buildSync({
    entryPoints: [fileURLToPath(new URL("traps/run.ts", import.meta.url))],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  const output = execFileSync(process.execPath, [`--max-old-space-size=${HEAP_MB}`, program, String(LENGTH)], {
    encoding: "utf8",
  });
  outcomes = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Outcome);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(Object.keys(TRAPS))("%s: read in bounded time and memory, and told in few words", (name) => {
  const outcome = outcomes.find((one) => one.name === name);
  expect(outcome).toBeDefined();
  expect(outcome?.ms).toBeLessThan(BOUND_MS);
  expect(outcome?.rules.length).toBeGreaterThan(0);
  expect(outcome?.count).toBeLessThanOrEqual(101);
  expect(outcome?.longest).toBeLessThan(400);
});
