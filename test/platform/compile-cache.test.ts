import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { keepCompiledCode } from "../../src/platform/compile-cache.ts";
import { temporaryFolder } from "../support/repository.ts";

/** Returns the folders that Node was told to keep compiled code in. */
function enabled(folder: string | null): readonly string[] {
  const folders: string[] = [];
  keepCompiledCode((kept) => folders.push(kept), folder);
  return folders;
}

describe("the cache of compiled code", () => {
  test("is a folder of this user alone", () => {
    const folder = join(temporaryFolder(), "tierwright");
    expect(enabled(folder)).toEqual([join(folder, "code")]);
    expect(enabled(folder)).toEqual([join(folder, "code")]);
    if (process.platform !== "win32") expect(statSync(join(folder, "code")).mode & 0o777).toBe(0o700);
  });

  test("is off where there is no folder, where it cannot be made, and in a checkout", () => {
    const checkout = temporaryFolder();
    mkdirSync(join(checkout, ".git"));
    const inside = join(checkout, "cache");
    expect([null, "/proc/nope/tierwright", join(checkout, "none", "tierwright"), inside].map(enabled)).toEqual([[], [], [], []]);
    expect(existsSync(inside)).toBe(false);
  });

  test.skipIf(process.platform === "win32")("is off where another user can write", () => {
    const folder = join(temporaryFolder(), "tierwright");
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    expect(enabled(folder)).toEqual([]);
  });
});
