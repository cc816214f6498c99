import { mkdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileClock } from "../../src/platform/file-clock.ts";
import { packStamps, type Stamp, areUnchanged, stampsOf } from "../../src/platform/stamp.ts";
import { temporaryFolder } from "../support/repository.ts";

const unix = process.platform !== "win32";
const STAMP: Stamp = { ino: 7, size: 3, mtimeMs: 1_000_000.25, ctimeMs: 1_000_000.25 };
const from = (stamp: Partial<Stamp>) => packStamps(new Map([["a", { ...STAMP, ...stamp }]]))?.from;

describe("a stamp proves nothing before the file can no longer be written again under it", () => {
  test("a tick after the later of both times, because an editor may set one back", () => {
    expect(from({})).toBe(1_000_050.25);
    expect(from({ mtimeMs: 5.5 })).toBe(1_000_050.25);
    expect(from({ mtimeMs: 2_000_000.5 })).toBe(2_000_050.5);
  });

  test("two seconds where the file system counts whole ones", () => {
    expect(from({ mtimeMs: 1_000_000, ctimeMs: 1_000_000 })).toBe(1_002_000);
    expect(from({ mtimeMs: 1_000_000 }), "a time that was set is whole, too").toBe(1_000_050.25);
  });

  test("never where there is no number of a file, or no time of change", () => {
    expect(from({ ino: 0 })).toBeUndefined();
    expect(from({ ctimeMs: 0 })).toBeUndefined();
  });

  test("of several paths the last one decides", () => {
    const stamps = new Map([
      ["a", { ...STAMP, ctimeMs: 9_000_000.5 }],
      ["b", STAMP],
    ]);
    expect(packStamps(stamps)).toMatchObject({ paths: ["a", "b"], from: 9_000_050.5 });
  });
});

describe("a stamp stands", () => {
  const made = () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "f"));
    writeFileSync(join(folder, "f", "a.txt"), "one");
    const stamps = stampsOf(folder, ["f", "f/a.txt"]);
    if (!stamps) throw new Error("no stamps");
    return { folder, path: join(folder, "f", "a.txt"), stamps };
  };

  test("while nothing happens", () => {
    const { folder, stamps } = made();
    expect(areUnchanged(folder, stamps)).toBe(true);
    expect(areUnchanged(folder, JSON.parse(JSON.stringify(stamps)))).toBe(true);
  });

  test.each<[string, (path: string) => void]>([
    ["is written", (path) => writeFileSync(path, "more")],
    ["has another time", (path) => utimesSync(path, 5, 5)],
    ["has a neighbour", (path) => writeFileSync(`${path}.new`, "")],
  ])("not when a file %s", (_, change) => {
    const { folder, path, stamps } = made();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20); // another tick: what is younger counts for nothing
    change(path);
    expect(areUnchanged(folder, stamps)).toBe(false);
  });

  test("not where a path cannot be looked at, or is not there any more", () => {
    const { folder, stamps } = made();
    expect(areUnchanged(join(folder, "f", "a.txt"), stamps)).toBe(false);
    expect(areUnchanged(join(folder, "nowhere"), stamps)).toBe(false);
    expect(areUnchanged("\0", stamps)).toBe(false);
  });

  test.runIf(unix)("of no link, and of nothing that is missing", () => {
    const { folder } = made();
    symlinkSync("f", join(folder, "link"));
    expect(stampsOf(folder, ["link"])).toBeNull();
    expect(stampsOf(folder, ["f", "missing"])).toBeNull();
  });
});

test("a file system says what time it is, and keeps nothing of the question", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "before"), "");
  const before = statSync(join(folder, "before")).mtimeMs;
  const now = fileClock(folder);
  expect(now).toBeGreaterThanOrEqual(before);
  writeFileSync(join(folder, "after"), "");
  expect(statSync(join(folder, "after")).mtimeMs).toBeGreaterThanOrEqual(now ?? Number.NaN);
  expect(fileClock(join(folder, "nowhere"))).toBeNull();
});
