import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Receipt } from "../../src/deploy/swap/protocol/receipt.ts";
import { documentOf } from "../../src/serve/page/fleet-data.ts";
import { ROOT } from "../house/project.ts";
import { deployed, putReceipts } from "../serve/page/fleets.ts";
import { report } from "../serve/page/pages.ts";
import { notRun } from "../support/not-run.ts";

/* The statements of docs/fleet.md, as the page has them, in DuckDB, beside what the report says about the same receipts. */

const STATEMENTS = [...readFileSync(join(ROOT, "docs/fleet.md"), "utf8").matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql = ""]) =>
  sql.trim(),
);

type Row = Readonly<Record<string, unknown>>;

/** Runs every statement over the receipts of a folder. Returns the rows of each question, in the order of the page. */
function answers(folder: string): readonly (readonly Row[])[] {
  if (!existsSync(join(ROOT, "bench/node_modules/@duckdb/node-api")))
    notRun("DuckDB is not here (npm ci --prefix bench): the statements of docs/fleet.md were not run");
  const program = join(ROOT, "bench/rivals/duckdb.mjs");
  const out = execFileSync(process.execPath, [program, ...STATEMENTS], { cwd: folder, encoding: "utf8" });
  const [, ...questions] = out.trim().split("\n");
  return questions.map((line) => JSON.parse(line));
}

/**
 * Machines: one moved on the second day and again to the same bundle, one stayed behind, one has another value, one failed, one has no bundle, and two
 * were set up again, of which one could not install since.
 */
async function fleet(): Promise<string> {
  const { folder, receipt } = await deployed();
  const { bundle } = receipt;
  if (!bundle) throw new Error("the receipt is of no bundle");
  const on = (machine: string, day: number, change: Partial<Receipt> = {}): Receipt => {
    const at = `2026-11-0${day}T08:00:00.000Z`;
    return { ...receipt, machine, sequence: day, run: `2026110${day}T080000Z-0a1b2c`, at, ...change };
  };
  const old = { bundle: { ...bundle, serial: 3, sha256: "b".repeat(64), commit: "a".repeat(40) } };
  const other = JSON.parse(JSON.stringify(on("WS-0003", 4)).replaceAll("27000@lic.example.com", "27000@old.example.com"));
  putReceipts(folder, {
    "z-first": on("WS-0001", 1, old),
    "a-second": on("WS-0001", 2),
    third: on("WS-0001", 3),
    two: on("WS-0002", 1, old),
    "two-failed": on("WS-0002", 2, { result: "refused", code: 10, state: null }),
    three: other,
    none: on("WS-0004", 1, { bundle: null }),
    "again-before": on("WS-0006", 1, { ...old, sequence: 7 }),
    "again-first": on("WS-0006", 1, { ...old, at: "2026-10-30T08:00:00.000Z", run: "20261030T080000Z-0a1b2c" }),
    again: on("WS-0006", 5, { sequence: 1 }),
    "lost-before": on("WS-0007", 1, old),
    lost: on("WS-0007", 5, { sequence: 0, result: "refused", code: 10, state: null }),
    failed: on("WS-0005", 1, { result: "refused", code: 10, state: null }),
  });
  return folder;
}

describe("[D8] the statements of docs/fleet.md", () => {
  test("answer what the page promises", async () => {
    const [has = [], differs = [], older = [], since = [], rollout = [], silent = []] = answers(await fleet());
    expect(has.map(({ machine, serial, commit }) => [machine, serial, commit])).toEqual([
      ["WS-0001", "5", null],
      ["WS-0002", "3", "a".repeat(40)],
      ["WS-0003", "5", null],
      ["WS-0004", null, null],
      ["WS-0006", "5", null],
    ]);
    expect(differs).toEqual([{ machine: "WS-0003", value: "27000@old.example.com" }]);
    expect(older.map(({ machine }) => machine)).toEqual(["WS-0002"]);
    expect(since.filter(({ machine }) => machine !== "WS-0004")).toEqual([
      { machine: "WS-0001", since: "2026-11-02 08:00" },
      { machine: "WS-0002", since: "2026-11-01 08:00" },
      { machine: "WS-0003", since: "2026-11-04 08:00" },
      { machine: "WS-0006", since: "2026-11-05 08:00" },
    ]);
    expect(rollout).toEqual([
      { environment: "demo", day: "2026-11-02", machines: 1 },
      { environment: "demo", day: "2026-11-04", machines: 2 },
      { environment: "demo", day: "2026-11-05", machines: 3 },
    ]);
    // relative to today: all of them are old, or none is yet
    expect([0, 7]).toContain(silent.length);
  });

  test("say of every machine what the report says", async () => {
    const folder = await fleet();
    const [has = [], , , since = []] = answers(folder);
    const { page } = await report(folder, "--receipts", "receipts");
    const { workstations } = documentOf(JSON.parse(page.data).fleet, () => true);
    const known = workstations.filter(({ state }) => state !== "not-known").sort((a, b) => (a.machine < b.machine ? -1 : 1));
    expect(has.map(({ machine, environment, connector, serial }) => [machine, environment, connector, serial])).toEqual(
      known.map(({ machine, environment, connector, serial }) => [machine, environment, connector, serial?.toString() ?? null]),
    );
    expect(since.map((row) => row.since)).toEqual(known.map((one) => one.since?.slice(0, 16).replace("T", " ")));
  });
});
