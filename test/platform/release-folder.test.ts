import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listFolder, locateKit } from "../../src/platform/kit-files.ts";
import { lfsPointer } from "../../src/platform/lfs-pointer.ts";
import { ReleaseFolder } from "../../src/platform/release-folder.ts";
import { filesIn } from "../compiler/kit/kits.ts";
import { temporaryFolder, writeFiles } from "../support/repository.ts";

/** A process id that nobody has any more. */
function deadPid(): number {
  return spawnSync(process.execPath, ["-e", ""]).pid;
}

describe("a release is put in place as a whole", () => {
  test("[C6] what an import that was killed between its two renames left is put back by the next", () => {
    const root = temporaryFolder();
    const stage = `releases/.tierwright-import-${deadPid()}`;
    writeFiles(root, {
      [`${stage}/old/2606/release.yaml`]: "old",
      [`${stage}/new/release.yaml`]: "new",
      "releases/2506/release.yaml": "x",
    });
    const folder = new ReleaseFolder(root, "9999");
    folder.open();
    folder.close();
    expect(Object.keys(filesIn(root))).toEqual(["releases/2506/release.yaml", "releases/2606/release.yaml"]);
  });

  test("[C6] what one left that was killed earlier goes, and the release that stands stays", () => {
    const root = temporaryFolder();
    const stage = `releases/.tierwright-import-${deadPid()}`;
    writeFiles(root, { [`${stage}/raw/a`]: "1", [`${stage}/old/2606/a`]: "older", "releases/2606/a": "stands" });
    const folder = new ReleaseFolder(root, "2606");
    folder.open();
    folder.close();
    expect(filesIn(root)).toEqual({ "releases/2606/a": Buffer.from("stands") });
  });

  test("[C6] the stage of an import that is running is left alone", () => {
    const root = temporaryFolder();
    const other = `releases/.tierwright-import-${process.ppid}`;
    writeFiles(root, { [`${other}/raw/a`]: "1" });
    const folder = new ReleaseFolder(root, "1");
    folder.open();
    folder.close();
    expect(Object.keys(filesIn(root))).toEqual([`${other}/raw/a`]);
  });

  test("[C6] a refusal leaves no folder releases behind that was not there", () => {
    const root = temporaryFolder();
    const folder = new ReleaseFolder(root, "1");
    folder.close();
    folder.open();
    folder.close();
    expect(readdirSync(root)).toEqual([]);
  });

  test("[C6] one that cannot be put in place leaves the old one as it was", () => {
    const root = temporaryFolder();
    writeFiles(root, { "releases/1/kit.lock.yaml": "old" });
    const folder = new ReleaseFolder(root, "1");
    folder.open();
    folder.write("kit.lock.yaml", "new");
    // gone behind our back: the second rename has nothing to move
    const stage = readdirSync(join(root, "releases")).find((name) => name.startsWith(".")) ?? "";
    const commit = () => {
      spawnSync(process.execPath, [
        "-e",
        `require("node:fs").rmSync(${JSON.stringify(join(root, "releases", stage, "new"))}, { recursive: true })`,
      ]);
      folder.commit();
    };
    expect(commit).toThrow();
    folder.close();
    expect(filesIn(root)).toEqual({ "releases/1/kit.lock.yaml": Buffer.from("old") });
  });

  test("a folder releases that is a file is wrong use", () => {
    const root = temporaryFolder();
    writeFileSync(join(root, "releases"), "");
    expect(() => new ReleaseFolder(root, "1").open()).toThrow(/cannot be written/);
  });
});

describe("kits on disk", () => {
  test("[C6] the repository's own folder goes before TIERWRIGHT_KITS, and a root outside of it is not taken", () => {
    const root = temporaryFolder();
    const kits = temporaryFolder();
    mkdirSync(join(kits, "1"));
    expect(locateKit(root, "1", "releases/1/kit", kits)).toEqual({
      kind: "found",
      folder: join(kits, "1"),
      where: "TIERWRIGHT_KITS",
    });
    mkdirSync(join(root, "releases/1/kit"), { recursive: true });
    expect(locateKit(root, "1", "releases/1/kit", kits)).toMatchObject({ where: "repository" });
    expect(locateKit(root, "2", null, " ")).toEqual({
      kind: "unavailable",
      looked: ["kit.root of release.yaml leads out of the repository", "TIERWRIGHT_KITS is not set"],
    });
  });

  test("[C6] files are listed with '/', in code unit order", () => {
    const root = temporaryFolder();
    writeFiles(root, { "b/c.txt": "1", "a.txt": "22", "B.txt": "" });
    expect(listFolder(root)).toEqual({
      files: [
        { path: "B.txt", size: 0 },
        { path: "a.txt", size: 2 },
        { path: "b/c.txt", size: 1 },
      ],
      odd: [],
    });
  });

  test.each([
    [`version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 12\n`, true],
    [`version https://git-lfs.github.com/spec/v1\r\noid sha256:${"a".repeat(64)}\r\nsize 12\r\n`, true],
    [`version https://git-lfs.github.com/spec/v1\nsize 12\n`, false],
    [`# version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 12\n`, false],
    ["", false],
  ])("[C6] a Git LFS pointer is told from a file: %j", (text, wanted) => {
    const bytes = Buffer.from(text);
    expect(lfsPointer(bytes, bytes.length) !== null).toBe(wanted);
    expect(lfsPointer(bytes, 5000)).toBeNull();
  });
});
