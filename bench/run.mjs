// Benchmarks. Correctness decides the exit code, time never does.
//   node bench/run.mjs [compile|growth|start|cache|plan|page|codec|bundle|cutover|diagnose|relay|realm|fleet|all ...] [--rounds N] [--count N] [--dir DIR] [--write FILE]
//   node bench/run.mjs --smoke [NAME]  every benchmark, or one, in its smallest size, to see that outputs are right
import { commandLine } from "../scripts/command-line.mjs";
import { load, machine } from "./lib/machine.mjs";
import { section, writeSection } from "./lib/report.mjs";
import { buildStamp } from "./lib/tool.mjs";
import { workspace } from "./lib/workspace.mjs";

const NAMES = [
  "compile",
  "growth",
  "start",
  "cache",
  "plan",
  "page",
  "codec",
  "bundle",
  "cutover",
  "diagnose",
  "relay",
  "realm",
  "fleet",
];

const { values, positionals } = commandLine(
  {
    allowPositionals: true,
    options: {
      smoke: { type: "boolean", default: false },
      rounds: { type: "string" },
      count: { type: "string" },
      dir: { type: "string" },
      write: { type: "string" },
    },
  },
  `node bench/run.mjs [${NAMES.join("|")}|all ...] [--rounds N] [--count N] [--dir DIR] [--write FILE] | --smoke`,
);

/** Runs one benchmark in a folder of its own and prints it; the number of faults. */
async function runOne(name) {
  const { benchmark } = await import(`./benchmarks/${name}.mjs`);
  const { folder, where, remove } = workspace(values.dir);
  const before = load();
  const build = buildStamp();
  try {
    const numbers = Object.fromEntries(["rounds", "count"].filter((key) => values[key]).map((key) => [key, Number(values[key])]));
    const result = await benchmark.run({ folder, smoke: values.smoke, ...numbers });
    if (buildStamp() !== build) result.faults.push("build/ was replaced during the run: figures of two builds are in one table");
    const facts = `\`node bench/run.mjs ${name}\`: ${machine()}; ${where}; load before ${before}, after ${load()}.`;
    const text = section(values.smoke ? { ...result, bars: [] } : result, facts); // the smallest size says nothing about time
    console.log(`\n## ${name}\n\n${text}`);
    for (const fault of result.faults.slice(0, 20)) console.log(`WRONG: ${fault}`);
    if (result.faults.length > 20) console.log(`WRONG: and ${result.faults.length - 20} more`);
    if (values.write && result.faults.length === 0) writeSection(values.write, name, text);
    return result.faults.length;
  } finally {
    remove();
  }
}

const asked = positionals.length === 0 || positionals.includes("all") ? NAMES : positionals;
const unknown = asked.find((name) => !NAMES.includes(name));
if (unknown !== undefined) {
  console.error(`unknown benchmark '${unknown}'; there are ${NAMES.join(", ")} and all`);
  process.exitCode = 2;
} else {
  let faults = 0;
  for (const name of asked) faults += await runOne(name);
  console.log(faults === 0 ? "\nall outputs are right" : `\n${faults} outputs are wrong`);
  process.exitCode = faults === 0 ? 0 : 1;
}
