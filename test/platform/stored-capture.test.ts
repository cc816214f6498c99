import { mkdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { storedEnds, storedFiles, storedIds } from "../../src/platform/stored-capture.ts";
import { temporaryFolder } from "../support/repository.ts";
import { notOnWindows } from "../support/not-run.ts";

function store(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "one"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "one", name), text);
  return folder;
}

test("[G5] reading a capture changes no byte and no time of its files", () => {
  const folder = store({
    "events.ndjson": "{}\n",
    "0001.c2s.raw": "hello",
    "0001.s2c.raw": "",
    "12345.c2s.raw": "x",
    other: "y",
  });
  const path = join(folder, "one", "0001.c2s.raw");
  utimesSync(path, 1000, 1000);
  const files = storedFiles(folder, "one");
  expect(files).toMatchObject({ id: "one", events: "{}\n", connections: [1, 12_345] });
  const raw = files?.raw(1, "c2s");
  expect(raw?.length).toBe(5);
  expect(Buffer.from(raw?.read(1, 100) ?? []).toString()).toBe("ello");
  expect(raw?.read(5, 1)).toHaveLength(0);
  expect([readFileSync(path, "utf8"), statSync(path).mtimeMs]).toEqual(["hello", 1_000_000]);
});

test("a raw file is as long as it was when it was looked at, and never throws when it goes", () => {
  const folder = store({ "events.ndjson": "", "0001.c2s.raw": "hello" });
  const raw = storedFiles(folder, "one")?.raw(1, "c2s");
  writeFileSync(join(folder, "one", "0001.c2s.raw"), "hello and more");
  expect(Buffer.from(raw?.read(0, 100) ?? []).toString()).toBe("hello");
  writeFileSync(join(folder, "one", "0001.c2s.raw"), "he");
  expect(Buffer.from(raw?.read(0, 100) ?? []).toString()).toBe("he");
});

test("what is missing is null: the file, the events, the capture", () => {
  const folder = store({ "0002.s2c.raw": "x" });
  const files = storedFiles(folder, "one");
  expect([files?.events, files?.raw(2, "c2s"), files?.raw(9, "c2s")]).toEqual([null, null, null]);
  expect(storedFiles(folder, "two")).toBeNull();
  mkdirSync(join(folder, "empty"));
  expect(storedFiles(folder, "empty")).toBeNull();
  expect(storedIds(folder)).toEqual(["empty", "one"]);
  expect(() => storedIds(join(folder, "nowhere"))).toThrow();
});

test("[G5] a link in the place of a raw file is not followed", () => {
  notOnWindows("links in the place of a raw file");
  const folder = store({ "events.ndjson": "" });
  writeFileSync(join(folder, "elsewhere"), "not recorded");
  symlinkSync(join(folder, "elsewhere"), join(folder, "one", "0001.c2s.raw"));
  expect(storedFiles(folder, "one")?.raw(1, "c2s")).toBeNull();
});

test("[G1] the ends of events are their whole first and last lines, however long the file is", () => {
  const [first, last] = ['{"event":"started"}', '{"event":"stopped"}'];
  for (const between of [0, 1, 1000, 300_000]) {
    const events = [first, ...Array.from({ length: between }, (_, i) => `{"read":${i}}`), last, ""].join("\n");
    const ends = storedEnds(store({ "events.ndjson": events }), "one") ?? "";
    expect([ends.slice(0, first.length + 1), ends.slice(-last.length - 2)]).toEqual([`${first}\n`, `\n${last}\n`]);
    expect(ends.length).toBeLessThan(600_000);
    const lines = new Set(events.split("\n"));
    expect(ends.split("\n").filter((line) => !lines.has(line))).toEqual([]);
  }
  expect(storedEnds(store({}), "one")).toBeNull();
});
