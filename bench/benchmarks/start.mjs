// `check` of the sample repository as a whole process, of the package and of an executable, against a Node that does nothing.
// TIERWRIGHT_EXECUTABLE names the executable, made by `node scripts/executable.mjs --node NODE --out FILE`.
import { spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { HEAD, interleave, row } from "../lib/interleave.mjs";
import { run } from "../lib/process.mjs";
import { bar } from "../lib/report.mjs";
import { times } from "../lib/statistics.mjs";
import { ROOT, tierwright } from "../lib/tool.mjs";

const COLD = "check, no .tierwright";
const KEPT = "check, .tierwright kept";
const EMPTY = "node -e 0";
const EXECUTABLE = "executable, no .tierwright";
/** The most processor time of each, as a multiple of that of an empty Node. */
const BARS = [
  [COLD, 3.2],
  [KEPT, 1.8],
  [EXECUTABLE, 1.6],
];

/** What check prints as JSON, with and without what an earlier run kept. */
function findings(sample) {
  const [program, ...args] = tierwright("check", "-C", sample, "--format", "json");
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`check of the sample ended with ${status}: ${stderr}`);
  return stdout;
}

export const benchmark = {
  name: "start",
  async run({ folder, smoke, rounds = smoke ? 2 : 40 }) {
    const sample = join(folder, "sample");
    const kept = join(folder, "kept");
    for (const copy of [sample, kept]) {
      for (const part of ["environments", "releases"]) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
    }
    const executable = process.env.TIERWRIGHT_EXECUTABLE;
    const forget = () => rmSync(join(sample, ".tierwright"), { recursive: true, force: true });
    const rivals = [
      { name: EMPTY, go: () => run([[process.execPath, "-e", "0"]], folder) },
      { name: COLD, before: forget, go: () => run([tierwright("check", "-C", sample)], folder) },
      { name: KEPT, go: () => run([tierwright("check", "-C", kept)], folder) },
      ...(executable ? [{ name: EXECUTABLE, before: forget, go: () => run([[executable, "check", "-C", sample]], folder) }] : []),
    ];
    const figures = await interleave(rivals, { rounds, warm: smoke ? 1 : 3 });
    forget();
    const first = findings(sample);
    const faults = [];
    if (findings(sample) !== first) faults.push("check says something else when .tierwright is there");
    const { summary, verdicts } = JSON.parse(first);
    if (summary.environments !== 3 || summary.errors !== 0)
      faults.push(`the sample has ${summary.environments} environments and ${summary.errors} errors`);
    if (verdicts.length !== 3 || verdicts.some(({ gate }) => gate === "block"))
      faults.push("the sample's verdicts are not three open gates");
    const ratio = (name) => figures.get(name).cpu / figures.get(EMPTY).cpu;
    const slower = executable ? figures.get(EXECUTABLE).cpu / figures.get(COLD).cpu : null;
    return {
      tables: [
        {
          head: [...HEAD, `processor time to ${EMPTY}`],
          rows: [...figures].map(([name, each]) => [...row(name, each), times(ratio(name))]),
        },
      ],
      bars: [
        ...BARS.filter(([name]) => figures.has(name)).map(([name, most]) =>
          bar(`processor time of '${name}', against ${EMPTY} (medians)`, ratio(name), most, "times"),
        ),
        ...(slower === null ? [] : [bar("processor time of the executable, against the package", slower, 1, "times")]),
      ],
      notes: [
        "The sample has three environments, two releases and the matrix.",
        ...(executable ? [] : ["NOT RUN: the executable; TIERWRIGHT_EXECUTABLE names it."]),
      ],
      faults,
    };
  },
};
