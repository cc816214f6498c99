import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cli } from "../support/host.ts";

/** Hostile archives of a collection outside of the project. Fails where it is absent. */
const FOLDER = join(import.meta.dirname, "../../../shared/corpus/zips");

/** What each is refused for. One that is not listed here fails the test. */
const REASONS: Readonly<Record<string, RegExp>> = {
  "e_case.zip": /'plugin\/A\.jar' is the same name as 'plugin\/a\.jar'/,
  "e_con.zip": /'plugin\/CON\.txt' .*Windows keeps that name for a device/,
  "e_crc.zip": /'plugin\/a\.jar' is damaged: its checksum is 3610a686, the archive says 00000001/,
  "e_dotdot.zip": /'\.\.\/evil\.txt' leaves the folder/,
  "e_dup.zip": /'plugin\/a\.jar' is there twice/,
  "e_sizelie.zip": /'plugin\/a\.jar' holds more than the 10 bytes that it says/,
  "e_symlink.zip": /'plugin\/l' is a symbolic link/,
};

describe("[D2] bundle verify of the hostile archives of the corpus", () => {
  test("knows all of them", () => {
    expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(REASONS));
  });

  test.each(Object.entries(REASONS))("%s: the reason, exit code 1, nothing written", async (name, reason) => {
    const before = readdirSync(FOLDER);
    const { code, out, err } = await cli(["bundle", "verify", name], { cwd: FOLDER });
    expect([code, err]).toEqual([1, ""]);
    expect(out).toMatch(reason);
    expect(readdirSync(FOLDER)).toEqual(before);
  });
});
