import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cli } from "../support/host.ts";

/** Hostile archives of a collection outside of the project. Fails where it is absent. */
const FOLDER = join(import.meta.dirname, "../../../shared/corpus/zips");

/** What only its contents show: they are not read, because it is no bundle. */
const NOT_READ = /is a zip without manifest\.json, so it is not a bundle/;

/** What each is refused for. One that is not listed here fails the test. */
const REASONS: Readonly<Record<string, RegExp>> = {
  "e_case.zip": /'plugin\/A\.jar' is the same name as 'plugin\/a\.jar'/,
  "e_con.zip": /'plugin\/CON\.txt' .*Windows keeps that name for a device/,
  "e_crc.zip": NOT_READ,
  "e_dotdot.zip": /'\.\.\/evil\.txt' leaves the folder/,
  "e_dup.zip": /'plugin\/a\.jar' is there twice/,
  "e_sizelie.zip": NOT_READ,
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
    // a person reads first that it is no bundle; every fault is in the document
    expect(out).toContain("not a bundle");
    const { faults } = JSON.parse((await cli(["bundle", "verify", name, "--format", "json"], { cwd: FOLDER })).out);
    const told = faults.map((fault: { entry: string | null; problem: string }) => `'${fault.entry}' ${fault.problem}`);
    expect(told).toContainEqual(expect.stringMatching(reason));
    expect(readdirSync(FOLDER)).toEqual(before);
  });
});
