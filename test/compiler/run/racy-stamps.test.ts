import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endOf, fromLine, toLine, valueOf } from "../../../src/platform/cache/lines.ts";
import { CacheFile } from "../../../src/platform/cache-file.ts";
import { type Stamps, stampsOf } from "../../../src/platform/stamp.ts";
import type { EnvironmentRecord } from "../../../src/compiler/run/run-cache.ts";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository } from "../../support/repository.ts";

/*
 * The race that git calls racily clean: a file that is written twice within one tick of the file system's clock has one stamp for two
 * contents. No system lets a test write two stamps that are the same, so the cache is made to hold the stamp of the later content.
 */

const FILE = "environments/demo/environment.yaml";
const OLD = 1_700_000_000;
const YOUNG = Date.now() / 1000 + 3600;

const check = async (folder: string) => (await cli(["check"], { cwd: folder })).code;
const wait = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** A repository whose environment has this time, checked once. */
async function checked(seconds: number): Promise<string> {
  const folder = exampleRepository();
  utimesSync(join(folder, FILE), seconds, seconds);
  wait(60); // every stamp but that of a time to come is older than a tick
  expect(await check(folder)).toBe(0);
  return folder;
}

/** Another content of the same size at the same time, and a cache that holds the stamp which both would have within one tick. */
function rewritten(folder: string, seconds: number): Stamps | null {
  edit(folder, FILE, 'connector: "2506"', 'connector: "9999"');
  utimesSync(join(folder, FILE), seconds, seconds);
  const file = new CacheFile(folder, (name) => process.env[name]);
  let was: Stamps | null = null;
  const lines = file.read().map((text) => {
    const line = fromLine(text);
    const record = line && valueOf<EnvironmentRecord>(line);
    if (!line || !record?.seen) return text;
    was = record.seen;
    return toLine(line.name, line.key, { ...record, seen: stampsOf(folder, record.seen.paths) }, endOf(line));
  });
  file.write(lines);
  return was;
}

test("a file that may be written again within the tick of its stamp is read again, because its stamp is not kept", async () => {
  const folder = await checked(YOUNG);
  expect(rewritten(folder, YOUNG), "no stamp to be mistaken about").toBeNull();
  expect(await check(folder)).toBe(1);
});

test("the stamp of an old file is kept and believed, so the test above can fail", async () => {
  const folder = await checked(OLD);
  expect(rewritten(folder, OLD)?.paths).toEqual([FILE, "environments/demo"]);
  expect(await check(folder)).toBe(0);
});

test("a young file is read until it is old, and has its stamp then", async () => {
  const folder = await checked(YOUNG);
  utimesSync(join(folder, FILE), OLD, OLD);
  wait(60);
  expect(await check(folder)).toBe(0);
  expect(rewritten(folder, OLD)?.paths).toEqual([FILE, "environments/demo"]);
});
