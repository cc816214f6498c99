import { chmodSync, mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isTracked } from "../../src/platform/git-index.ts";
import { foreignTo, newOwnFolder } from "../../src/platform/own-folder.ts";
import { commitAll, git } from "../support/git.ts";
import { notOnWindows } from "../support/not-run.ts";
import { temporaryFolder, writeFiles } from "../support/repository.ts";

const FILES = {
  ".gitignore": "/own/\n",
  "captures/one/events.ndjson": "{}",
  "captures/one/0001.c2s.raw": "",
  "captures-2/x": "",
  "a/b/c/deep": "",
  "Käse/one/events.ndjson": "{}",
};

/** A checkout with stores that came with a commit, and one that did not. */
function checkout(...settings: readonly string[]): string {
  const folder = temporaryFolder();
  writeFiles(folder, FILES);
  git(folder, "init", "-q", ...settings);
  commitAll(folder);
  writeFiles(folder, { "own/one/events.ndjson": "{}", "captures-3/x": "", "cap/x": "" });
  return folder;
}

const TRACKED = ["captures", "captures/one", "captures-2", "a", "a/b/c", "Käse", "."];
const OWN = ["own", "own/one", "captures-3", "cap", "own/not-yet"];

function expectToldApart(folder: string): void {
  mkdirSync(join(folder, "own/not-yet"), { recursive: true });
  expect(TRACKED.map((name) => [name, isTracked(join(folder, name))])).toEqual(TRACKED.map((name) => [name, true]));
  expect(OWN.map((name) => [name, isTracked(join(folder, name))])).toEqual(OWN.map((name) => [name, false]));
}

describe("a folder that git tracks", () => {
  test.each([2, 3, 4])("[G5] is told from one that it does not track by an index of version %i", (version) => {
    const folder = checkout();
    if (version === 3) {
      writeFiles(folder, { later: "" });
      git(folder, "add", "--intent-to-add", "later");
    }
    git(folder, "update-index", "--force-write-index", "--index-version", String(version));
    expectToldApart(folder);
  });

  test("[G5] and by one with hashes of SHA-256, one that is split, and one without its folders' files", () => {
    expectToldApart(checkout("--object-format=sha256"));
    const split = checkout();
    git(split, "update-index", "--split-index");
    writeFiles(split, { "later/x": "" });
    git(split, "add", "later/x");
    expectToldApart(split);
    expect(isTracked(join(split, "later"))).toBe(true);
    const sparse = checkout();
    git(sparse, "sparse-checkout", "set", "--cone", "--sparse-index", "a");
    mkdirSync(join(sparse, "captures/one"), { recursive: true });
    expect(["captures", "captures/one", "a/b"].map((name) => isTracked(join(sparse, name)))).toEqual([true, true, true]);
  });

  test("[G5] is not one whose entries a split index deletes from the shared one, among many that stay", () => {
    const folder = checkout();
    writeFiles(folder, Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`many/${i}`, ""])));
    commitAll(folder);
    git(folder, "config", "splitIndex.maxPercentChange", "100");
    git(folder, "update-index", "--split-index");
    writeFiles(folder, { "later/x": "", "a/b/c/deep": "changed" });
    git(folder, "add", "later/x", "a/b/c/deep");
    git(folder, "rm", "-q", "--cached", "-r", "captures", "many");
    expect(readdirSync(join(folder, ".git")).filter((name) => name.startsWith("sharedindex."))).not.toEqual([]);
    const names = ["captures", "many", "captures-2", "a", "later", "Käse"];
    expect(names.map((name) => isTracked(join(folder, name)))).toEqual([false, false, true, true, true, true]);
  });

  test("[G5] in a further work tree, in a submodule, in a repository above and by another spelling", () => {
    const folder = checkout();
    const tree = join(temporaryFolder(), "tree");
    git(folder, "worktree", "add", "-q", tree);
    expect(isTracked(join(tree, "captures"))).toBe(true);
    const outer = temporaryFolder();
    git(outer, "init", "-q");
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", folder, "sub");
    expect([isTracked(join(outer, "sub/captures")), isTracked(join(outer, "sub"))]).toEqual([true, true]);
    // as a file system that takes no notice of case opens it
    writeFiles(folder, { "CAPTURES/y": "" });
    expect(isTracked(join(folder, "CAPTURES"))).toBe(true);
  });

  test("[G5] is no store for a new capture, and nothing of it is this account's alone", () => {
    notOnWindows("modes of folders");
    const folder = checkout();
    for (const name of ["captures", "own"]) chmodSync(join(folder, name), 0o700);
    expect(foreignTo(join(folder, "captures"), null)?.who).toContain("git tracks files in it");
    expect(() => newOwnFolder(join(folder, "captures"), "now")).toThrow(/captures cannot be stored in .*git tracks files in it/);
    expect(foreignTo(join(folder, "own"), null)).toBeNull();
    expect(newOwnFolder(join(folder, "own"), "now").id).toBe("now");
  });

  test("[G5] through a link above it", () => {
    notOnWindows("a link above a store");
    const [folder, links] = [checkout(), temporaryFolder()];
    symlinkSync(folder, join(links, "x"));
    expect([isTracked(join(links, "x/captures")), isTracked(join(links, "x/own"))]).toEqual([true, false]);
  });

  test("[G5] is none where no checkout is, and where nothing was added; of an index that is damaged nobody knows", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "captures"));
    expect(isTracked(join(folder, "captures"))).toBe(false);
    git(folder, "init", "-q");
    expect(isTracked(join(folder, "captures"))).toBe(false);
    const damaged = checkout();
    const index = join(damaged, ".git/index");
    for (const size of [300, 100, 12, 0]) {
      truncateSync(index, size);
      expect([size, isTracked(join(damaged, "own"))]).toEqual([size, null]);
    }
    writeFileSync(index, "DIRC\0\0\0\x02\xff\xff\xff\xff".padEnd(200, "x"));
    expect(isTracked(join(damaged, "own"))).toBeNull();
  });
});
