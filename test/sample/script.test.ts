import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GENERATED_FOLDERS, sampleTree } from "../../scripts/sample/tree.mjs";
import { filesBelow, ROOT } from "./support/sample.ts";

test("what is committed is what scripts/sample.mjs writes, and nothing beside it", () => {
  const tree = sampleTree();
  const present = GENERATED_FOLDERS.flatMap((folder) => filesBelow(folder).map((path) => `${folder}/${path}`));
  expect(present.filter((path) => !tree.has(path))).toEqual([]);
  expect(tree.size).toBeGreaterThan(30);
  const differs = [...tree].filter(([path, bytes]) => !readFileSync(join(ROOT, path)).equals(bytes));
  expect(differs.map(([path]) => path)).toEqual([]);
});
