import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inTheWay, writeNewFiles } from "../../src/platform/new-files.ts";
import { filesIn } from "../compiler/kit/kits.ts";
import { temporaryFolder, writeFiles } from "../support/repository.ts";

const bytes = (files: Readonly<Record<string, string>>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));

test("new files are there as a whole, below folders that are there or not, and no stage is left", () => {
  const root = temporaryFolder();
  writeFiles(root, { "environments/demo/environment.yaml": "mine" });
  writeNewFiles(root, bytes({ "environments/a/environment.yaml": "1", "environments/a/installed/x": "2", "b/c/d": "3", e: "4" }));
  expect(Object.keys(filesIn(root)).sort()).toEqual([
    "b/c/d",
    "e",
    "environments/a/environment.yaml",
    "environments/a/installed/x",
    "environments/demo/environment.yaml",
  ]);
});

test("[B7] nothing is overwritten: what stands in the way is named, and nothing is written", () => {
  const root = temporaryFolder();
  writeFiles(root, { "a/file": "mine", b: "mine" });
  mkdirSync(join(root, "outside"));
  symlinkSync(join(root, "outside"), join(root, "linked"), "junction");
  const files = bytes({ "a/file": "1", "b/below": "2", "linked/x": "3", new: "4", "a/other": "5" });
  expect(inTheWay(root, files.keys())).toEqual(["a/file", "b", "linked"]);
  const before = filesIn(root);
  expect(() => writeNewFiles(root, files)).toThrow(/a\/file, b, linked: there already/);
  expect(filesIn(root)).toEqual(before);
});

test("[B7] when one of them cannot be written, none is there", () => {
  const root = temporaryFolder();
  writeFiles(root, { mine: "mine" });
  const before = filesIn(root);
  expect(() => writeNewFiles(root, bytes({ first: "1", "second/x": "2", [`third/${"n".repeat(300)}`]: "3" }))).toThrow(
    /cannot be written/,
  );
  expect(filesIn(root)).toEqual(before);
  const gone = join(temporaryFolder(), "new", "folder");
  expect(() => writeNewFiles(gone, bytes({ ["n".repeat(300)]: "1" }))).toThrow(/cannot be written/);
  expect(inTheWay(join(gone, ".."), ["folder"])).toEqual([]);
});

test("what a killed run left is cleared away by the next one", () => {
  const root = temporaryFolder();
  writeFiles(root, {
    ".tierwright-new-999999999-0123456789ab/new/x": "left",
    ".tierwright-new-999999999-0123456789ab/old/.keep": "",
  });
  writeNewFiles(root, bytes({ y: "1" }));
  expect(Object.keys(filesIn(root)).filter((path) => path.includes("tierwright-new"))).toEqual([]);
});
