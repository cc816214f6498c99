import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { protocolSha256 } from "./support/protocol.ts";

interface Counts {
  readonly protocol: string;
  readonly runners: readonly {
    readonly name: string;
    readonly cases: number;
    readonly faults: Readonly<Record<string, number>>;
  }[];
}

const counts = JSON.parse(readFileSync(new URL("../../docs/swap-faults.json", import.meta.url), "utf8")) as Counts;

test("[D4] the published counts of executed faults are of this protocol; `npm run conformance` counts again", () => {
  expect(counts.protocol).toBe(protocolSha256());
});

test("[D4] both runners met every kind of fault, and each recovered what the other left", () => {
  const of = (name: string) => counts.runners.find((runner) => runner.name === name)?.faults ?? {};
  const kinds = ["killed", "killed in the middle", "failed once", "failed for ever", "recovery interrupted"];
  for (const name of ["built-in", "deploy.ps1"]) {
    for (const kind of kinds) expect([name, kind, of(name)[kind] ?? 0]).toEqual([name, kind, expect.any(Number)]);
    for (const kind of kinds) expect(of(name)[kind]).toBeGreaterThan(100);
  }
  expect(of("built-in, own process").killed).toBeGreaterThan(300);
  expect(of("built-in, then deploy.ps1").killed).toBeGreaterThan(100);
});
