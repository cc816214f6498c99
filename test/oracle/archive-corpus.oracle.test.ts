import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { refusals } from "../kernel/archive/zip-bytes.ts";

/** Hostile archives of a collection outside of the project. Fails where it is absent. */
const FOLDER = join(import.meta.dirname, "../../../shared/corpus/zips");

/** What each is refused for. One that is not listed here fails the test. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  "e_case.zip": [
    "plugin/A.jar: is the same name as 'plugin/a.jar' where case and composition of letters do not count, as on Windows",
  ],
  "e_con.zip": [
    "plugin/CON.txt: cannot be a file on Windows because of 'CON.txt': Windows keeps that name for a device",
    "plugin/nul: cannot be a file on Windows because of 'nul': Windows keeps that name for a device",
  ],
  "e_crc.zip": ["plugin/a.jar: is damaged: its checksum is 3610a686, the archive declares 00000001"],
  "e_dotdot.zip": ["../evil.txt: leaves the folder that it is unpacked to ('..')"],
  "e_dup.zip": ["plugin/a.jar: is there twice: which of the two is meant is not certain"],
  "e_sizelie.zip": ["plugin/a.jar: holds more than the 10 bytes that it declares: it looks like a zip bomb"],
  "e_symlink.zip": ["plugin/l: is a symbolic link, not a file"],
};

describe("[D2] the hostile archives of the corpus", () => {
  test("are those that are listed here", () => {
    expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(REASONS));
  });

  test.each(Object.entries(REASONS))("%s is refused with its reason", async (name, reasons) => {
    const bytes = readFileSync(join(FOLDER, name));
    expect(await refusals(bytes, "kit")).toEqual(reasons);
    const asBundle = await refusals(bytes, "bundle");
    if (name !== "e_sizelie.zip") expect(asBundle).toEqual(expect.arrayContaining([...reasons]));
    else expect(asBundle).toContain("plugin/a.jar: is compressed; a bundle's files are stored as they are");
  });
});
