import { join } from "node:path";
import { expect, test } from "vitest";
import { Git } from "../../src/platform/git.ts";
import { mergeFiles, mergeFilesAt } from "../../src/platform/rule-files.ts";
import { commitAll, git } from "../support/git.ts";
import { temporaryFolder, writeFiles } from "../support/repository.ts";

test("[C4] a file of an action in which the config repository lies is a file of the action, on disk and in a commit", async () => {
  const top = temporaryFolder();
  const below = ".github/actions/config";
  const files = [`${below}/package.json`, `${below}/CODEOWNERS`, `${below}/environments/site.yaml`, "package.json"];
  writeFiles(top, Object.fromEntries(files.map((path) => [path, "{}\n"])));
  git(top, "init", "-q");
  commitAll(top);
  const expected = [
    [`${below}/CODEOWNERS`, "action"],
    [`${below}/environments/site.yaml`, "action"],
    [`${below}/package.json`, "action"],
    ["package.json", "package"],
  ];
  const folder = join(top, below);
  const kindsOf = (found: ReturnType<typeof mergeFiles>) => found.map(({ path, what }) => [path, what]).sort();
  expect(kindsOf(mergeFiles({ kind: "disk", folder }))).toEqual(expected);
  const head = git(top, "rev-parse", "HEAD").trim();
  expect(kindsOf(await Git.open(folder, (opened) => mergeFilesAt(opened, head)))).toEqual(expected);
});
