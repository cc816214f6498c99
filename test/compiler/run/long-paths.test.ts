import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { said } from "../../support/said.ts";
import { isFolder } from "../../../src/platform/folders.ts";
import { diskTree, realPathIn } from "../../../src/platform/disk-tree.ts";
import { edit, exampleRepository, run } from "../../support/repository.ts";
import { eachNth } from "../../support/runs.ts";

/* A path that a document writes may be as long as the document. */

const ENVIRONMENT = "environments/demo/environment.yaml";

describe("[A1] a path of three hundred thousand folders is answered in words", () => {
  test.each(
    eachNth(3, [
      ["a/".repeat(300_000), /cannot be read: its path has more than 4,096 characters/],
      ["../".repeat(300_000), /leaves the repository/],
      ["./".repeat(300_000), /carryFrom/],
      ["a".repeat(600_000), /cannot be read: its path has more than 4,096 characters/],
    ]),
  )("carryFrom %#", async (path, words) => {
    const folder = exampleRepository();
    edit(folder, ENVIRONMENT, "authentication: password\n", `authentication: password\ncarryFrom: "${path}x"\n`);
    const { findings } = await run(folder);
    const own = findings.filter(({ at }) => at?.file === ENVIRONMENT);
    expect(own.map(said).join("\n")).toMatch(words);
    expect(own.every((finding) => said(finding).length < 2_000)).toBe(true);
  });

  test("kit.root of a release", async () => {
    const folder = exampleRepository();
    edit(
      folder,
      "releases/2506/release.yaml",
      "kit: { plugin: plugin,",
      `kit: { root: "${"a/".repeat(300_000)}k", plugin: plugin,`,
    );
    const { findings } = await run(folder);
    expect(findings.every((finding) => said(finding).length < 2_000)).toBe(true);
  });

  test("every question about such a path has an answer", () => {
    const folder = exampleRepository();
    const files = diskTree(folder);
    const path = `${"a/".repeat(300_000)}x`;
    expect(files.read(path).kind).toBe("unreadable");
    expect(files.list(path).kind).toBe("unreadable");
    expect(isFolder(join(folder, path))).toBe(false);
    expect(realPathIn(folder, path)).toBeNull();
  });
});
