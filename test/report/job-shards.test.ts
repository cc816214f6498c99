import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { jobShardsJson, MOST_CHARACTERS, type Shard, shardsOf } from "../../src/report/job-shards.ts";
import { cli } from "../support/host.ts";
import { exampleRepository, writeFiles } from "../support/repository.ts";
import { first } from "../support/runs.ts";

const NAMES = Array.from(
  { length: 10_000 },
  (_, i) => `site-${String(i).padStart(5, "0")}-${["production", "pilot", "training"][i % 3]}`,
);
const namesIn = (shards: readonly Shard[]): readonly string[] => shards.flatMap(({ environments }) => environments.split(" "));
const places = (shards: readonly Shard[]) =>
  new Map(shards.flatMap(({ shard, environments }) => environments.split(" ").map((name) => [name, shard] as const)));

describe.each(first(2, [256, 20, 64, 1]))("[C1] 10,000 environments in %i shards", (count) => {
  const shards = shardsOf(NAMES, count);

  test("each stands in exactly one, in no more jobs than GitHub makes, in a line that GitHub takes", () => {
    expect([...namesIn(shards)].sort()).toEqual([...NAMES].sort());
    expect(shards.length).toBe(count);
    expect(new Set(shards.map(({ shard }) => shard)).size).toBe(count);
    expect(shards.map(({ shard }) => shard)).toEqual(shards.map(({ shard }) => shard).sort());
    const line = jobShardsJson(NAMES, count);
    expect(line.length).toBeLessThan(MOST_CHARACTERS);
    expect(line.length * 2).toBeLessThan(1024 * 1024);
    expect(line.match(/\n/g)).toHaveLength(1);
  });

  test("they are balanced", () => {
    const sizes = shards.map((shard) => shard.count);
    const mean = NAMES.length / count;
    expect(Math.max(...sizes)).toBeLessThan(mean + 4 * Math.sqrt(mean) + 1);
    expect(Math.min(...sizes)).toBeGreaterThan(mean - 4 * Math.sqrt(mean) - 1);
  });

  test("one that comes or goes moves no other", () => {
    const before = places(shards);
    const moved = (names: readonly string[]) =>
      [...places(shardsOf(names, count))].filter(([name, shard]) => (before.get(name) ?? shard) !== shard);
    expect(moved([...NAMES, "a-new-one", "zz"])).toEqual([]);
    expect(moved(NAMES.slice(1))).toEqual([]);
    expect(shardsOf([...NAMES].reverse(), count)).toEqual(shards);
  });
});

describe("compat --matrix-json --shards", () => {
  const compat = (...words: readonly string[]) => cli(["compat", ...words], { cwd: exampleRepository() });

  test("gives a job for each shard that somebody is in", async () => {
    expect(await compat("--matrix-json", "--shards", "8")).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse((await compat("--matrix-json", "--shards", "100")).out)).toEqual({
      include: [{ shard: expect.stringMatching(/^\d{3}$/), environments: "demo", count: 1 }],
    });
  });

  test("is whole, however long the line is, and so is a matrix without shards; more jobs than GitHub makes are pointed out", async () => {
    const folder = exampleRepository();
    const demo = readFileSync(join(folder, "environments/demo/environment.yaml"), "utf8");
    const names = Array.from({ length: 300 }, (_, i) => `an-environment-with-a-long-name-${i}`);
    const texts = names.map((name) => [`environments/${name}/environment.yaml`, demo.replace("name: demo", `name: ${name}`)]);
    writeFiles(folder, Object.fromEntries(texts));
    const shared = await cli(["compat", "--matrix-json", "--shards", "4"], { cwd: folder });
    expect([shared.err, [...namesIn(JSON.parse(shared.out).include)].sort()]).toEqual(["", [...names, "demo"].sort()]);
    const each = await cli(["compat", "--matrix-json"], { cwd: folder });
    expect(JSON.parse(each.out).include).toHaveLength(301);
    expect(each.err).toContain("there are 301 environments, and GitHub runs at most 256 jobs per matrix; use --shards N");
  });

  test.each([
    [["--shards", "8"], "--shards requires --matrix-json"],
    [["--matrix-json", "--shards", "0"], "--shards cannot be '0'"],
    [["--matrix-json", "--shards", "257"], "--shards cannot be '257'"],
    [["--matrix-json", "--shards", "x"], "--shards cannot be 'x'"],
  ])("%j is wrong use", async (words, says) => {
    const { code, out, err } = await compat(...words);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(says);
  });
});
