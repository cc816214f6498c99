// One file changed among many environments that were compiled before, and nothing changed; whole processes.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { byteDifferences } from "../lib/compiled-tree.mjs";
import { HEAD, interleave, row } from "../lib/interleave.mjs";
import { run } from "../lib/process.mjs";
import { bar } from "../lib/report.mjs";
import { tierwright } from "../lib/tool.mjs";
import { environmentOf, makeRepository } from "../repository.mjs";

const CHANGED = "compile, one file changed";
const SAME = "compile, nothing changed";
/** Milliseconds; a file that is only just written is looked at again, because its time of change proves nothing yet. */
const SETTLED = 150;

export const benchmark = {
  name: "cache",
  async run({ folder, smoke, count = smoke ? 12 : 1000, rounds = smoke ? 2 : 15 }) {
    const repository = join(folder, "repository");
    const out = join(folder, "out");
    const before = join(folder, "before");
    makeRepository(repository, count);
    const compile = () => run([tierwright("compile", "-C", repository, "--out", out)], folder);
    await compile();
    cpSync(out, before, { recursive: true });
    const { name } = environmentOf(count >> 1);
    const path = join(repository, "environments", name, "environment.yaml");
    const source = readFileSync(path, "utf8");
    let change = 0;
    const edit = () => writeFileSync(path, source.replace(/stagingDir: .*/, `stagingDir: 'D:\\plm\\changed-${++change}'`));
    const settle = () => setTimeout(SETTLED).then(compile);
    const rivals = [
      { name: "node -e 0", go: () => run([[process.execPath, "-e", "0"]], folder) },
      { name: CHANGED, before: edit, go: compile },
      { name: SAME, before: settle, go: compile },
    ];
    const figures = await interleave(rivals, { rounds, warm: smoke ? 0 : 2 });
    const faults = [];
    const cold = join(folder, "cold");
    const fresh = join(folder, "fresh");
    for (const part of ["environments", "releases"]) cpSync(join(repository, part), join(fresh, part), { recursive: true });
    await run([tierwright("compile", "-C", fresh, "--out", cold)], folder);
    faults.push(...byteDifferences(out, cold).map((each) => `with the cache other bytes than without: ${each}`));
    const touched = byteDifferences(out, before);
    const expected = ["connector/connector.properties", "manifest.json", "workstation.md"].map((each) => join(name, each));
    if (touched.join() !== expected.join()) faults.push(`one change touched ${touched.join(", ")}, not ${expected.join(", ")}`);
    return {
      tables: [{ head: HEAD, rows: [...figures].map(([each, values]) => row(each, values)) }],
      bars: [
        bar(`one file changed among ${count} environments, whole process (median)`, figures.get(CHANGED).median, 250, "ms"),
        bar(`nothing changed among ${count} environments, whole process (median)`, figures.get(SAME).median, 250, "ms"),
      ],
      notes: [
        "Each run changes one value of one environment.yaml; an unmeasured run precedes the one without a change. The output is the same, byte by byte, as without cache.",
      ],
      faults,
    };
  },
};
