import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { check } from "./support/check.ts";
import { ROOT } from "./support/sample.ts";

const loud = ({ severity }: { severity: string }) => severity !== "info";

test("the sample raises no error and no warning, suppresses nothing, and its tools can load their connectors", async () => {
  const result = await check(ROOT);
  expect(result.findings.filter(loud)).toEqual([]);
  expect(result.summary).toMatchObject({ environments: 3, errors: 0, warnings: 0, suppressed: 0 });
  // no compat/java-floor: an accepted pair of the sample is one that starts
  expect([...new Set(result.findings.map(({ rule }) => rule))]).toEqual(["compat/claim-exceeds-matrix"]);
  expect(result.code).toBe(0);
});

test("the sample shows a certified pair, an accepted exception, and each way to prove one tier", async () => {
  const { verdicts, tiers } = await check(ROOT);
  expect(Object.fromEntries(verdicts.map(({ environment, matrix, gate }) => [environment, `${matrix} ${gate}`]))).toEqual({
    pilot: "P accepted",
    production: "A pass",
    sandbox: "A pass",
  });
  const hosts = tiers.flatMap(({ environment, hosts }) => hosts.map(({ host, verdict }) => [environment, host, verdict]));
  expect(hosts).toEqual([
    ["pilot", "files-pilot.example.com", "same"],
    ["production", "files.example.com", "member"],
    ["sandbox", "sandbox.example.com", "same"],
  ]);
});

test("the benchmark's repository is as calm, with every environment certified", async () => {
  const dir = mkdtempSync(join(tmpdir(), "repository-"));
  try {
    const made = spawnSync(process.execPath, [join(ROOT, "bench/repository.mjs"), dir, "40"], { encoding: "utf8" });
    expect([made.status, made.stderr]).toEqual([0, ""]);
    const result = await check(dir);
    expect(result.findings.filter(loud)).toEqual([]);
    expect(result.verdicts.map(({ matrix, gate }) => `${matrix} ${gate}`)).toEqual(Array.from({ length: 40 }, () => "A pass"));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
