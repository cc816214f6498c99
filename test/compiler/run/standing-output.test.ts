import { mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { endOf, fromLine, toLine, valueOf } from "../../../src/platform/cache/lines.ts";
import { CacheFile } from "../../../src/platform/cache-file.ts";
import { digestOf } from "../../../src/platform/output-folder.ts";
import type { EnvironmentRecord, OutputRecord } from "../../../src/compiler/run/run-cache.ts";
import { treeOf } from "../../cli/civil.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository } from "../../support/repository.ts";

/* What a run remembers of a folder that it compiled: the bytes say whether it stands, and stamps only when a later run has read the bytes. */

const FILE = "dist/demo/workstation.md";
const wait = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

async function compile(folder: string): Promise<string> {
  wait(60); // every stamp is older than a tick
  const { code, out } = await cli(["compile"], { cwd: folder });
  expect(code).toBe(0);
  return out;
}

/** Compiled as often as it takes until the stamps prove something (2), or only once (1). */
async function compiled(times: number): Promise<string> {
  const folder = exampleRepository();
  for (let n = 0; n < times; n++) await compile(folder);
  return folder;
}

/** What the cache has of the folder; `change`: puts something else there. */
function remembered(folder: string, change?: (output: OutputRecord) => OutputRecord): OutputRecord | null {
  const file = new CacheFile(folder, (name) => process.env[name]);
  let output: OutputRecord | null = null;
  const lines = file.read().map((text) => {
    const line = fromLine(text);
    const record = line && valueOf<EnvironmentRecord>(line);
    if (!line || !record?.output) return text;
    output = record.output;
    return change ? toLine(line.name, line.key, { ...record, output: change(record.output) }, endOf(line)) : text;
  });
  if (change) file.write(lines);
  return output;
}

/** The same size at the same time of its content. */
function overwrite(path: string): void {
  const { atime, mtime } = statSync(path);
  writeFileSync(path, Buffer.alloc(readFileSync(path).length, "x"));
  utimesSync(path, atime, mtime);
}

const DAMAGES: readonly (readonly [string, (folder: string) => void])[] = [
  ["another content of the same size at the same time", (folder) => overwrite(join(folder, FILE))],
  ["a file more", (folder) => writeFileSync(join(folder, "dist/demo/connector/more.txt"), "")],
  ["a folder more", (folder) => mkdirSync(join(folder, "dist/demo/more"))],
  ["a file less", (folder) => rmSync(join(folder, FILE))],
  ["all of it gone", (folder) => rmSync(join(folder, "dist/demo"), { recursive: true })],
];

function throughLink(folder: string): void {
  renameSync(join(folder, FILE), join(folder, "elsewhere.md"));
  symlinkSync(join(folder, "elsewhere.md"), join(folder, FILE));
}

describe("a compiled folder that is no longer what was written is written again", () => {
  for (const [state, times] of [
    ["read again", 1],
    ["told by its stamps", 2],
  ] as const) {
    test.each(DAMAGES)(`${state}: %s`, async (_, damage) => {
      const folder = await compiled(times);
      const whole = treeOf(join(folder, "dist"));
      damage(folder);
      await compile(folder);
      expect(treeOf(join(folder, "dist"))).toEqual(whole);
    });

    test.skipIf(process.platform === "win32")(`${state}: a link to the same bytes (POSIX links)`, async () => {
      const folder = await compiled(times);
      throughLink(folder);
      await compile(folder);
      expect(remembered(folder)?.digest).toBeDefined();
      expect(statSync(join(folder, FILE)).ino).not.toBe(statSync(join(folder, "elsewhere.md")).ino);
    });
  }
});

test("stamps are remembered by the run that has read the files, not by the one that wrote them", async () => {
  const folder = await compiled(1);
  expect(remembered(folder)?.stamps.numbers).toEqual([]);
  expect(await compile(folder)).toContain("up to date in dist/demo");
  const stamps = remembered(folder)?.stamps;
  expect(stamps?.paths).toContain("manifest.json");
  expect(stamps?.numbers.length).toBe(4 * Number(stamps?.paths.length));
});

test("a folder that was just compiled is read by the next run, not computed: its digest is believed", async () => {
  const folder = await compiled(1);
  overwrite(join(folder, FILE));
  const altered = treeOf(join(folder, "dist"));
  remembered(folder, (output) => {
    const files = output.stamps.paths.slice(0, output.stamps.paths.indexOf("."));
    return { ...output, digest: digestOf(files.map((path) => ({ path, bytes: readFileSync(join(folder, "dist/demo", path)) }))) };
  });
  await compile(folder);
  expect(treeOf(join(folder, "dist"))).toEqual(altered);
});

test("a stamp that is too young when it is taken is not remembered", async () => {
  const folder = await compiled(1);
  const soon = Date.now() / 1000 + 3600;
  utimesSync(join(folder, FILE), soon, soon);
  await compile(folder);
  expect(remembered(folder)?.stamps.numbers).toEqual([]);
});
