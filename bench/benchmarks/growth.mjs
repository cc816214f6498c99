// How time and memory grow with the number of environments.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { COMMON_FILES, sizeOf } from "../lib/compiled-tree.mjs";
import { HEAD, interleave, row } from "../lib/interleave.mjs";
import { run } from "../lib/process.mjs";
import { bar } from "../lib/report.mjs";
import { times } from "../lib/statistics.mjs";
import { tierwright } from "../lib/tool.mjs";
import { makeRepository } from "../repository.mjs";

function rival(count, folder) {
  const repository = join(folder, `repository-${count}`);
  const out = join(folder, `out-${count}`);
  makeRepository(repository, count);
  return {
    name: `${count} environments`,
    count,
    out,
    before: () => {
      for (const path of [out, join(repository, ".tierwright")]) rmSync(path, { recursive: true, force: true });
    },
    go: () => run([tierwright("compile", "-C", repository, "--out", out)], folder),
  };
}

export const benchmark = {
  name: "growth",
  async run({ folder, smoke, count = smoke ? 12 : 1000, rounds = smoke ? 1 : 5 }) {
    const all = [rival(count, folder), rival(count * 10, folder)];
    const figures = await interleave(all, { rounds, warm: smoke ? 0 : 1 });
    const faults = all.flatMap((each) => {
      const expected = each.count * (COMMON_FILES.length + 1);
      const { files } = sizeOf(each.out);
      return files === expected ? [] : [`${each.name}: ${files} files, not ${expected}`];
    });
    const [small, large] = all.map(({ name }) => figures.get(name));
    const ratio = large.median / small.median;
    const memory = large.peak === null ? "peak memory was not measured" : `peak memory ${times(large.peak / small.peak)}`;
    return {
      tables: [{ head: HEAD, rows: [...figures].map(([name, each]) => row(name, each)) }],
      bars: [bar(`time of ${count * 10} over ${count} environments, cold (medians)`, ratio, 11, "times")],
      notes: [`Ten times the environments: time ${times(ratio)}, ${memory}.`],
      faults,
    };
  },
};
