import { expect, test, vi } from "vitest";
import { cli } from "../support/host.ts";
import { edit, exampleRepository } from "../support/repository.ts";

/*
 * The race that git calls racily clean: a file that is written twice within one tick of the file system's clock has one stamp for two
 * contents. Played on a file system whose clock stands still: all that happens lies in one tick.
 */

/** What every file says of itself, and what the file system's clock says. */
const clock = vi.hoisted(() => ({ files: 0, now: 0 }));

vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  const at = <S>(stat: S, time: number): S => (stat ? Object.assign(stat, { mtimeMs: time, ctimeMs: time }) : stat);
  const lstatSync = (...args: Parameters<typeof fs.lstatSync>) => at(fs.lstatSync(...args), clock.files);
  const fstatSync = (...args: Parameters<typeof fs.fstatSync>) => at(fs.fstatSync(...args), clock.now);
  return { ...fs, lstatSync, fstatSync, default: { ...fs, lstatSync, fstatSync } };
});

const NOW = Date.now();
const WHOLE = NOW - (NOW % 1000);
const DAY = 86_400_000;

/** A check, and another one after a file got another content of the same size in the same place. */
async function twice(files: number, now: number): Promise<readonly number[]> {
  Object.assign(clock, { files, now });
  const folder = exampleRepository();
  const check = async () => (await cli(["check"], { cwd: folder })).code;
  const before = await check();
  edit(folder, "environments/demo/environment.yaml", 'connector: "2506"', 'connector: "9999"');
  return [before, await check()];
}

test.each([
  ["with parts of a second", WHOLE + 0.25, WHOLE + 0.25],
  ["a moment later", WHOLE + 0.25, WHOLE + 40.25],
  ["in whole seconds", WHOLE, WHOLE],
  ["in two seconds each, as FAT has them", WHOLE, WHOLE + 1900],
  ["of a server whose clock is a day behind ours", WHOLE - DAY, WHOLE - DAY],
  ["of a server whose clock is a day ahead of ours", WHOLE + DAY, WHOLE + DAY],
  ["of files that somebody gave a time to come", WHOLE + DAY + 0.25, WHOLE],
])("a file that is written again within one tick is read again: times %s", async (_, files, now) => {
  expect(await twice(files, now)).toEqual([0, 1]);
});

test("a stamp that is older than any tick is believed, so the tests above can fail", async () => {
  expect(await twice(WHOLE, WHOLE + DAY)).toEqual([0, 0]);
});
