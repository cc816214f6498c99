import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Counts, merged, type Row, untried } from "../../../scripts/conformance/rows.mjs";
import { protocolSha256, TABLES } from "./support/protocol.ts";
import { MUTANTS } from "./support/table-mutants.ts";

const counts = JSON.parse(readFileSync(new URL("../../../docs/swap-faults.json", import.meta.url), "utf8")) as Counts;

test("[D4] the published counts of executed faults are of this protocol; `npm run conformance` counts again", () => {
  expect(counts.protocol).toBe(protocolSha256());
});

/** One table with one row changed in one field; `undefined` takes the field away. */
const withField = (name: string, at: number, field: string, value: unknown) => ({
  ...TABLES,
  [name]: (TABLES[name] ?? []).map((row, i) => (i === at ? { ...row, [field]: value } : row)),
});

const ROWS = Object.entries(TABLES).flatMap(([name, rows]) => rows.map((row, at) => ({ name, at, row: Object.entries(row) })));

test("[D4] every table that a runner walks counts for the protocol: another order, a dropped step, another meaning of a failure", () => {
  const digests = MUTANTS.map(({ table, rows }) => protocolSha256({ ...TABLES, [table]: rows }));
  expect(Object.keys(TABLES).map((table) => MUTANTS.some((mutant) => mutant.table === table))).toEqual([true, true, true]);
  expect(new Set([...digests, protocolSha256()]).size).toBe(MUTANTS.length + 1);
});

test("[D4] every field of every row counts for the protocol, but for what it reports people", () => {
  const right = protocolSha256();
  const changed = (value: unknown) =>
    ROWS.flatMap(({ name, at, row }) =>
      row.filter(([field]) => protocolSha256(withField(name, at, field, value)) === right).map(([field]) => field),
    );
  expect(new Set(changed("another"))).toEqual(new Set(["does"]));
  expect(new Set(changed(undefined))).toEqual(new Set(["does"]));
  for (const field of ["each", "tree"])
    expect(ROWS.filter(({ name, at }) => protocolSha256(withField(name, at, field, "another")) === right)).toEqual([]);
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
  for (const name of ["executable", "built-in, then executable", "deploy.ps1, then executable", "executable, then deploy.ps1"])
    expect([name, of(name).killed ?? 0]).toEqual([name, expect.toSatisfy((killed: number) => killed > 50)]);
});

const row = (name: string, killed = 1): Row => ({ name, cases: 0, faults: { killed } });

test("[D4] a run of the suite names each runner that it did not try: deploy.ps1, the executable", () => {
  expect(untried([row("built-in"), row("deploy.ps1"), row("executable")])).toEqual([]);
  expect(untried([row("built-in"), row("deploy.ps1"), row("built-in, then executable")])).toEqual(["executable"]);
  expect(untried([row("built-in")])).toEqual(["deploy.ps1", "executable"]);
  expect(untried([row("executable"), row("deploy.ps1, then executable")])).toEqual(["deploy.ps1"]);
  expect(untried([row("executable"), row("deploy.ps1, then executable")], true)).toEqual([]);
  expect(untried([row("built-in, then executable")], true)).toEqual(["deploy.ps1"]);
});

test("[D4] a run that tried less replaces its own rows alone, and none of another protocol", () => {
  const earlier = { protocol: "a", runners: [row("built-in"), row("deploy.ps1", 7)] };
  const run = { protocol: "a", runners: [row("built-in", 2), row("executable", 3)] };
  expect(merged(earlier, run)).toEqual([row("built-in", 2), row("deploy.ps1", 7), row("executable", 3)]);
  expect(merged({ ...earlier, protocol: "b" }, run)).toBeNull();
});
