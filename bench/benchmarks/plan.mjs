// A pull request that changes one environment among many: `plan` against the commit before, beside a `check` of the same files, both cold.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HEAD, interleave, row } from "../lib/interleave.mjs";
import { bar } from "../lib/report.mjs";
import { times } from "../lib/statistics.mjs";
import { tierwright, timedOn } from "../lib/tool.mjs";
import { environmentOf, makeRepository } from "../repository.mjs";

const CHECK = "check";
const PLAN = "plan, one environment changed";

function git(folder, ...words) {
  const own = ["-c", "user.name=bench", "-c", "user.email=bench@example.com", "-c", "init.defaultBranch=main", "-c", "gc.auto=0"];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  execFileSync("git", ["-C", folder, ...own, ...words], { stdio: "ignore", env });
}

/** What is wrong with a plan of exactly one changed value. */
function faultsOf(text, name, count) {
  const { environments } = JSON.parse(text);
  const changed = environments.filter(({ status }) => status !== "unchanged");
  const keys = changed.flatMap(({ changes }) =>
    changes.flatMap(({ key, before, after }) => (key ? [`${key} ${before} ${after}`] : [])),
  );
  const expected = `STAGING_DIR ${environmentOf(count >> 1).stagingDir} D:\\plm\\changed`;
  return [
    ...(environments.length === count ? [] : [`the plan has ${environments.length} environments, not ${count}`]),
    ...(changed.length === 1 && changed[0].name === name
      ? []
      : [`the plan changes ${changed.map((each) => each.name).join(", ")}`]),
    ...(keys.join() === expected ? [] : [`the plan changes ${keys.join()}, not ${expected}`]),
  ];
}

export const benchmark = {
  name: "plan",
  async run({ folder, smoke, count = smoke ? 12 : 1000, rounds = smoke ? 1 : 7 }) {
    const repository = join(folder, "repository");
    makeRepository(repository, count);
    git(repository, "init", "-q");
    git(repository, "add", "-A");
    git(repository, "commit", "-qm", "before");
    const { name } = environmentOf(count >> 1);
    const path = join(repository, "environments", name, "environment.yaml");
    writeFileSync(path, readFileSync(path, "utf8").replace(/stagingDir: .*/, "stagingDir: 'D:\\plm\\changed'"));
    const { cold, go } = timedOn(repository, folder);
    const rivals = [
      { name: CHECK, before: cold, go: go("check") },
      { name: PLAN, before: cold, go: go("plan", "--base", "HEAD") },
    ];
    const figures = await interleave(rivals, { rounds, warm: smoke ? 0 : 1 });
    const [program, ...words] = tierwright("plan", "--base", "HEAD", "--format", "json", "-C", repository);
    const text = execFileSync(program, words, { encoding: "utf8", maxBuffer: 256 * 1024 * 1024 });
    const [check, plan] = [figures.get(CHECK), figures.get(PLAN)];
    const ratio = plan.median / check.median;
    return {
      tables: [{ head: HEAD, rows: [...figures].map(([each, values]) => row(each, values)) }],
      bars: [bar(`plan of one changed environment among ${count}, over a cold check (medians)`, ratio, 1.5, "times")],
      notes: [`Both start without a cache. The time of the plan includes git (${times(ratio)}).`],
      faults: faultsOf(text, name, count),
    };
  },
};
