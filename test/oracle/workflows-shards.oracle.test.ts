import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { builtCli } from "../cli/built.ts";
import { readdirSync } from "node:fs";
import { readPage } from "../docs/page.ts";
import { commitAll } from "../support/git.ts";
import { exampleRepository, temporaryFolder, writeFiles, withTierAt } from "../support/repository.ts";
import { readWorkflow } from "../workflows/files.ts";
import { play, program } from "../workflows/play.ts";

/* The workflow recipes/github/all-environments.yml with 10,000 environments: the job that shares them out, and one of the jobs that takes a share. */

const DEMO = "environments/demo/environment.yaml";
const workflow = readWorkflow(readPage("recipes/github/all-environments.yml"));
const NAMES = Array.from({ length: 10_000 }, (_, i) => `site-${String(i).padStart(5, "0")}`);

let folder = "";
let bin = "";
beforeAll(async () => {
  folder = exampleRepository();
  const demo = readFileSync(join(folder, DEMO), "utf8");
  const of = (name: string) => withTierAt(`${name}.example.com`, demo).replace("name: demo", `name: ${name}`);
  writeFiles(folder, Object.fromEntries(NAMES.map((name) => [`environments/${name}/environment.yaml`, of(name)])));
  commitAll(folder);
  bin = join(temporaryFolder(), "bin");
  const cli = await builtCli();
  // npx --no-install tierwright ...
  program(bin, "npx", `process.argv.splice(1, 3, ${JSON.stringify(cli)});\nawait import(${JSON.stringify(cli)});\n`);
});

const scene = (known: Readonly<Record<string, string>>) => {
  const pass = () => 0;
  const uses = { "actions/checkout": pass, "actions/setup-node": pass, "actions/upload-artifact": pass };
  return { cwd: folder, bin, known, uses, without: ["npm ci --ignore-scripts"] };
};

describe("[C1] 10,000 environments in the documented workflow", () => {
  let shards: readonly { readonly shard: string; readonly environments: string; readonly count: number }[] = [];

  test("are shared out in one output that GitHub takes", async () => {
    const found = await play(workflow, workflow.jobs.shards as never, scene({}));
    expect([found.ok, found.log]).toEqual([true, expect.not.stringContaining("tierwright: ")]);
    const matrix = found.outputs.matrix ?? "";
    expect(matrix.length * 2).toBeLessThan(1024 * 1024);
    shards = JSON.parse(matrix).include;
    expect(shards).toHaveLength(64);
    expect(shards.flatMap(({ environments }) => environments.split(" ")).sort()).toEqual(["demo", ...NAMES].sort());
  });

  test("a job builds what its share names, and nothing else", async () => {
    const shard = shards[0];
    const few = shard?.environments.split(" ").slice(0, 3) ?? [];
    const found = await play(workflow, workflow.jobs.bundles as never, scene({ "matrix.environments": few.join(" ") }));
    expect([found.ok, few.length]).toEqual([true, 3]);
    const zips = readdirSync(join(folder, "bundles")).filter((name) => name.endsWith(".zip"));
    expect(zips.sort()).toEqual(few.map((name) => `${name}-settings.zip`).sort());
  });

  test("the job that is required is green only where both are", async () => {
    const all = (shared: string, built: string) =>
      play(
        workflow,
        { ...(workflow.jobs.all as never as { steps: [] }), "runs-on": "" },
        scene({ "needs.shards.result": shared, "needs.bundles.result": built }),
      );
    expect((await all("success", "success")).ok).toBe(true);
    for (const [a, b] of [
      ["success", "failure"],
      ["failure", "skipped"],
      ["success", "cancelled"],
    ] as const)
      expect([a, b, (await all(a, b)).ok]).toEqual([a, b, false]);
  });
});
