// The receipts of a fleet: `report --receipts` and `plan --base`, beside jq and DuckDB, which count the same receipts by environment.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HEAD, interleave, row } from "../lib/interleave.mjs";
import { run } from "../lib/process.mjs";
import { sampleWithReceipts, writeReceipts } from "../lib/receipts.mjs";
import { bar } from "../lib/report.mjs";
import { mebibytes, times } from "../lib/statistics.mjs";
import { tierwright } from "../lib/tool.mjs";

const MIB = 1024 * 1024;
const LARGEST = 500;
/** Machines whose newest receipt is of a bundle, by environment. */
const SQL = `SELECT bundle.environment, count(*) FROM (
  SELECT machine, arg_max(bundle, sequence) AS bundle FROM read_json('FOLDER/*.json', union_by_name = true)
  WHERE result = 'done' GROUP BY machine) WHERE bundle IS NOT NULL GROUP BY ALL ORDER BY ALL`;
const JQ = 'select(.result == "done") | [.machine, .sequence, .bundle.environment] | @tsv';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const DUCKDB = path("../rivals/duckdb.mjs");

/** DuckDB's own binding for this system, if bench/ has it. */
const hasDuckdb = () => existsSync(path("../node_modules/@duckdb/node-api"));
const hasJq = () => spawnSync("jq", ["--version"]).status === 0;

const number = (count) => count.toLocaleString("en");

function reporting(repository, receipts, count, folder) {
  const out = join(folder, `page-${count}.html`);
  return {
    name: `report, ${number(count)} receipts`,
    out,
    go: () => run([tierwright("report", "--receipts", receipts, "--out", out, "-C", repository)], folder),
  };
}

const planning = (repository, receipts, count, folder) => ({
  name: `plan --base, ${number(count)} receipts`,
  go: () => run([tierwright("plan", "--base", receipts, "-C", repository)], folder),
});

/** What the page says about the fleet has to be what was written. */
function pageFaults({ out }, right) {
  const page = readFileSync(out, "utf8");
  const data = JSON.parse(/<script type="application\/json" id="data">([\s\S]*?)<\/script>/.exec(page)[1]).fleet;
  const count = (state) => data.machines.filter((machine) => data.states[machine[1]] === state).length;
  const found = {
    machines: data.machines.length,
    unknown: count("not-known"),
    none: count("no-bundle"),
    differ: count("differs"),
  };
  const rows = page.match(/<tr data-item="fleet"/g)?.length ?? 0;
  return [
    ...(JSON.stringify(found) === JSON.stringify(right)
      ? []
      : [`the page has ${JSON.stringify(found)}, written were ${JSON.stringify(right)}`]),
    ...(rows === right.machines ? [] : [`the page has ${rows} rows for ${right.machines} machines`]),
  ];
}

/** The plan has to count every machine with a bundle, and those that differ. */
function planFaults(repository, receipts, right) {
  const [program, ...args] = tierwright("plan", "--base", receipts, "--format", "json", "-C", repository);
  const { compared, environments } = JSON.parse(execFileSync(program, args, { encoding: "utf8", maxBuffer: 256 * MIB }));
  const all = environments.flatMap(({ machines }) => machines).length;
  const changed = environments.filter(({ status }) => status === "changed").flatMap(({ machines }) => machines).length;
  const bundles = right.machines - right.unknown - right.none;
  return [
    ...(all === bundles ? [] : [`the plan has ${all} machines, ${bundles} have a bundle`]),
    ...(changed === right.differ ? [] : [`the plan changes ${changed} machines, ${right.differ} differ`]),
    ...(compared.says.includes(`${bundles} workstations`) ? [] : [`the plan is compared with ${compared.says}`]),
  ];
}

export const benchmark = {
  name: "fleet",
  async run({ folder, smoke, count = smoke ? 120 : 100_000, rounds = smoke ? 1 : 3 }) {
    const { repository, templates } = sampleWithReceipts(folder);
    const sizes = [Math.ceil(count / 10), count];
    const fleets = sizes.map((size) => {
      const receipts = join(folder, `receipts-${size}`);
      return { size, receipts, right: writeReceipts(receipts, templates, size) };
    });
    const [, large] = fleets;
    const reports = fleets.map(({ size, receipts }) => reporting(repository, receipts, size, folder));
    const plans = fleets.map(({ size, receipts }) => planning(repository, receipts, size, folder));
    const script = 'find "$1" -name "*.json" -exec jq -r "$2" {} + >"$3"';
    const rivals = [
      ...(hasJq()
        ? [
            {
              name: "jq, one row a receipt",
              go: () => run([["sh", "-c", script, "sh", large.receipts, JQ, join(folder, "rows")]], folder),
            },
          ]
        : []),
      ...(hasDuckdb()
        ? [
            {
              name: "DuckDB, counted by environment",
              go: () => run([[process.execPath, DUCKDB, SQL.replace("FOLDER", large.receipts)]], folder),
            },
          ]
        : []),
    ];
    const figures = await interleave([...reports, ...plans, ...rivals], { rounds, warm: smoke ? 0 : 1 });
    const [few, many] = reports.map(({ name }) => figures.get(name));
    const [planFew, planMany] = plans.map(({ name }) => figures.get(name));
    const faults = fleets.flatMap(({ receipts, right }, i) => [
      ...pageFaults(reports[i], right),
      ...planFaults(repository, receipts, right),
    ]);
    const memory = (name, one) => (one.peak === null ? [] : [bar(name, one.peak / MIB, LARGEST, "MiB")]);
    const size = readFileSync(reports[1].out).length;
    rmSync(reports[1].out);
    return {
      tables: [{ head: HEAD, rows: [...figures].map(([name, each]) => row(name, each)) }],
      bars: [
        ...memory(`peak memory of report for ${number(count)} receipts`, many),
        ...memory(`peak memory of plan for ${number(count)} receipts`, planMany),
        ...(many.cpu === null
          ? []
          : [
              bar("processor time of report for ten times the receipts", many.cpu / few.cpu, 12, "times"),
              bar("processor time of plan for ten times the receipts", planMany.cpu / planFew.cpu, 12, "times"),
            ]),
      ],
      notes: [
        `Receipts of real deploys under the names of ${number(large.right.machines)} machines; the page has ${mebibytes(size)}.`,
        ...rivals.map(({ name }) => `${name}: ${times(many.median / figures.get(name).median)} of its time for the report.`),
        "The rivals judge no receipt and compare nothing: jq prints three fields of each, DuckDB counts machines.",
        ...(hasJq() ? [] : ["NOT RUN: jq is not installed."]),
        ...(hasDuckdb() ? [] : ["NOT RUN: DuckDB, which `npm ci --prefix bench` brings where it is made for the system."]),
      ],
      faults,
    };
  },
};
