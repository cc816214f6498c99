// `diagnose` of a connector log as a whole process, beside grep and ripgrep with the literals that its causes are known by.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadSources } from "../../scripts/generate/sources.mjs";
import { HEAD, interleave, row } from "../lib/interleave.mjs";
import { writeLog } from "../lib/log.mjs";
import { run } from "../lib/process.mjs";
import { bar } from "../lib/report.mjs";
import { mebibytes, times } from "../lib/statistics.mjs";
import { tierwright } from "../lib/tool.mjs";

const MIB = 1024 * 1024;

/** What the causes and the attempts to sign in are known by, and the level. */
async function literals() {
  const { ANCHORS, MARKERS } = await loadSources(
    'export { ANCHORS } from "./src/diagnose/causes/match.ts"; export { MARKERS } from "./src/diagnose/causes/attempts.ts";',
  );
  return [...ANCHORS, ...MARKERS, "ERROR"];
}

const diagnosing = (name, { file }, folder) => ({
  name,
  go: () => run([tierwright("diagnose", file, "--format", "json")], folder, { ends: [1] }),
});

/** grep stops at the first line where nobody reads them, so that its lines go into a file. */
const rival = (name, command, list, { file }, folder) => ({
  name,
  go: () =>
    run([["sh", "-c", 'out=$1; shift; "$@" >"$out"', "sh", join(folder, "lines"), ...command, "-f", list, file]], folder, {
      env: { LC_ALL: "C" },
    }),
});

const installed = (program) => spawnSync(program, ["--version"]).status === 0;

/** What was planted has to be what is told. */
function faultsOf({ file, planted }) {
  const [program, ...args] = tierwright("diagnose", file, "--format", "json");
  const { stdout, stderr } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 64 * MIB });
  if (stdout === "") return [`diagnose said: ${stderr}`];
  const { sources, causes, attempts } = JSON.parse(stdout);
  const told = {
    records: sources[0].records,
    errors: sources[0].errors,
    attempts: attempts.length,
    causes: causes.map(({ id, count, line }) => ({ id, count, line })),
  };
  return JSON.stringify(told) === JSON.stringify(planted)
    ? []
    : [`${JSON.stringify(told)} was told, ${JSON.stringify(planted)} planted`];
}

export const benchmark = {
  name: "diagnose",
  async run({ folder, smoke, rounds = smoke ? 1 : 5 }) {
    const log = writeLog(join(folder, "connector.log"), (smoke ? 2 : 38) * MIB);
    const large = writeLog(join(folder, "large.log"), (smoke ? 4 : 1024) * MIB);
    const list = join(folder, "literals");
    writeFileSync(list, `${(await literals()).join("\n")}\n`);
    const faults = [...faultsOf(log), ...faultsOf(large)];
    const name = (one) => `diagnose, ${mebibytes(one.bytes)}`;
    const others = [
      ...(installed("grep") ? [rival("grep -F", ["grep", "-F"], list, log, folder)] : []),
      ...(installed("grep") ? [rival("grep -F -i", ["grep", "-Fi"], list, log, folder)] : []),
      ...(installed("rg") ? [rival("ripgrep -F", ["rg", "-F"], list, log, folder)] : []),
      ...(installed("rg") ? [rival("ripgrep -F -i", ["rg", "-Fi"], list, log, folder)] : []),
    ];
    const figures = await interleave([diagnosing(name(log), log, folder), ...others], { rounds });
    const whole = await interleave([diagnosing(name(large), large, folder)], { rounds: smoke ? 1 : 2, warm: 0 });
    const [ours, most] = [figures.get(name(log)), whole.get(name(large))];
    const grep = figures.get("grep -F");
    return {
      tables: [{ head: HEAD, rows: [...figures, ...whole].map(([each, one]) => row(each, one)) }],
      bars: [
        ...(grep ? [bar("against grep -F with the same literals (medians)", ours.median / grep.median, 3, "times")] : []),
        ...(ours.peak === null ? [] : [bar("peak memory", ours.peak / MIB, 120, "MiB")]),
        ...(ours.peak === null ? [] : [bar(`peak memory for ${mebibytes(large.bytes)}`, most.peak / MIB, 120, "MiB")]),
        ...others
          .filter((other) => other.name !== "grep -F")
          .map((other) => `against ${other.name}: ${times(ours.median / figures.get(other.name).median)} of its time (no bar)`),
      ],
      notes: [
        `The log has ${log.bytes.toLocaleString("en")} bytes in ${log.lines.toLocaleString("en")} lines, ${log.planted.errors.toLocaleString("en")} errors, ${log.planted.attempts} attempts to sign in and one known cause, planted at known lines. \`diagnose\` ignores the case of its literals, \`grep -F\` does not.`,
        "`diagnose` also starts Node, and joins, counts and judges the records; the rivals print lines.",
        ...(others.length === 4 ? [] : ["NOT RUN: grep or ripgrep (rg) is not installed."]),
      ],
      faults,
    };
  },
};
