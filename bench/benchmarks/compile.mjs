// Compiling many environments with nothing kept from before, against Pkl rendering the same files from the same data.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { byteDifferences, COMMON_FILES, differences, meaningOf, sizeOf } from "../lib/compiled-tree.mjs";
import { expectedMaps } from "../lib/expected.mjs";
import { HEAD, interleave, row } from "../lib/interleave.mjs";
import { java } from "../lib/java.mjs";
import { run } from "../lib/process.mjs";
import { bar } from "../lib/report.mjs";
import { mebibytes, times } from "../lib/statistics.mjs";
import { pkl, tierwright } from "../lib/tool.mjs";
import { environmentOf, makeRepository } from "../repository.mjs";
import { makePklInput } from "../rivals/pkl-data.mjs";

/** Each way that Pkl can be given the data; the fastest of the first three is the rival. */
const MODULES = "Pkl, a module for each environment";
const WAYS = [
  ["Pkl, one JSON document", [["from-json.pkl"]]],
  ["Pkl, one data module", [["from-module.pkl"]]],
  [MODULES, [["from-glob.pkl"]]],
  [
    "Pkl, JSON, two processes at once",
    [
      ["-p", "part=-1", "from-json.pkl"],
      ["-p", "part=-2", "from-json.pkl"],
    ],
  ],
];

/** Puts a command on one processor of the machine; null where util-linux is not installed. */
const ALONE = spawnSync("taskset", ["-c", "0", "true"]).status === 0 ? ["taskset", "-c", "0"] : null;
const OURS_ALONE = "tierwright, one processor";

function rivals(repository, input, folder) {
  const out = (index) => join(folder, `out-${index}`);
  const fresh =
    (index, more = []) =>
    () => {
      for (const path of [out(index), ...more]) rmSync(path, { recursive: true, force: true });
    };
  const compile = (name, index, first = []) => ({
    name,
    out: out(index),
    before: fresh(index, [join(repository, ".tierwright")]),
    go: () => run([[...first, ...tierwright("compile", "-C", repository, "--out", out(index))]], folder),
  });
  const ours = [compile("tierwright", 0), ...(ALONE ? [compile(OURS_ALONE, 1, ALONE)] : [])];
  const binary = pkl();
  if (!binary) return ours;
  const render = (name, index, programs, first = []) => ({
    name,
    out: out(index),
    before: fresh(index),
    go: () =>
      run(
        programs.map((args) => [...first, binary, "eval", "-m", out(index), ...args]),
        input,
      ),
  });
  const theirs = WAYS.map(([name, programs], position) => render(name, position + 2, programs));
  const [[name, programs]] = WAYS;
  return [...ours, ...theirs, ...(ALONE ? [render(`${name}, one processor`, WAYS.length + 2, programs, ALONE)] : [])];
}

/** Every rival's output against ours, and ours against the data. */
function check(all, repository, count, judge) {
  const names = Array.from({ length: count }, (_, index) => environmentOf(index).name);
  const [ours, ...rest] = all;
  const others = rest.filter(({ name }) => name !== OURS_ALONE);
  const meaning = meaningOf(ours.out, names, judge);
  const expected = expectedMaps(repository, count);
  const decoded = new Map([...meaning].filter(([path]) => expected.has(path)));
  const faults = differences(decoded, expected).map((each) => `tierwright against its data: ${each}`);
  for (const { name, out } of others) {
    faults.push(...differences(meaning, meaningOf(out, names, judge)).map((each) => `${name}: ${each}`));
    const { files } = sizeOf(out);
    if (files !== count * COMMON_FILES.length) faults.push(`${name} wrote ${files} files, not ${count * COMMON_FILES.length}`);
  }
  for (const { name, out } of rest.filter((each) => !others.includes(each)))
    faults.push(...byteDifferences(ours.out, out).map((path) => `${name} gives other bytes: ${path}`));
  const { files } = sizeOf(ours.out);
  if (files !== count * (COMMON_FILES.length + 1))
    faults.push(`tierwright wrote ${files} files, not ${count * (COMMON_FILES.length + 1)}`);
  return faults;
}

function notesOn(all, count, judge) {
  const sizes = all.filter(({ name }) => name !== OURS_ALONE).map(({ name, out }) => [name, sizeOf(out)]);
  const size = ([name, { files, bytes }]) => `${name} ${files} files, ${mebibytes(bytes)}`;
  const compared = judge ? `java.util.Properties ${judge.version}` : "the tool's own codec, because Java is not installed";
  return [
    `${count} environments; every run starts without cache and output. Written: ${size(sizes[0])}${sizes[1] ? `; ${size(sizes[1])}` : ""}.`,
    `Checked after the runs: every key of the three properties files as decoded by ${compared}; appenders, trigger sizes, loggers and levels of log4j2.xml; the manifest's verdict, targets, decisions, carried and dropped keys.`,
    "tierwright also reads YAML (Pkl gets JSON or modules), checks all rules, keeps the layout of base files, records the line of every decision, proves each file and writes workstation.md.",
    "Pkl gets the installed files decoded. The bar is against a module for each environment, as people write them. 'One processor' is `taskset`.",
  ];
}

export const benchmark = {
  name: "compile",
  async run({ folder, smoke, count = smoke ? 24 : 1000, rounds = smoke ? 1 : 7 }) {
    const repository = join(folder, "repository");
    const input = join(folder, "pkl");
    makeRepository(repository, count);
    makePklInput(repository, count, input);
    const judge = java(folder);
    const all = rivals(repository, input, folder);
    const figures = await interleave(all, { rounds, warm: smoke ? 0 : 1 });
    const faults = check(all, repository, count, judge);
    if (smoke) {
      const again = join(folder, "again");
      await run([tierwright("compile", "-C", repository, "--out", again)], folder);
      faults.push(...byteDifferences(all[0].out, again).map((path) => `a second compile gives other bytes: ${path}`));
    }
    const ours = figures.get("tierwright");
    const usual = figures.get(MODULES);
    const ratio = (name) => (usual ? [times(figures.get(name).median / usual.median)] : []);
    const head = usual ? [...HEAD, `to ${MODULES}`] : HEAD;
    const rows = [...figures].map(([name, each]) => [...row(name, each), ...ratio(name)]);
    const notRun = usual ? [] : ["NOT RUN: Pkl is not installed; npm ci --prefix bench brings it (Linux x64 only)."];
    const bars = usual
      ? [bar(`compile ${count} environments cold, against ${MODULES} (medians)`, ours.median / usual.median, 1, "of its time")]
      : [];
    return { tables: [{ head, rows }], bars, notes: [...notRun, ...notesOn(all, count, judge)], faults };
  },
};
