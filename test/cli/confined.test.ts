import { linkSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isGitName } from "../../src/platform/git-name.ts";
import { edit, exampleRepository } from "../support/repository.ts";
import { civil, documentOf, here, treeOf } from "./civil.ts";
import { CANARY, checkout, link, SPELLINGS } from "./confined.ts";

/*
 * What a stranger's pull request may make the tool read: files of the repository, and nothing else of the machine that checks it. All
 * combinations of places, targets and ways are tried by confined.oracle.test.ts.
 */

const unix = process.platform !== "win32";

/** Everything that a command says and writes. */
async function allOf(folder: string, argv: readonly string[]): Promise<string> {
  const answer = await here(folder)(argv);
  expect(answer.code, answer.err).not.toBe(4);
  return answer.out + answer.err + JSON.stringify(treeOf(folder, (path) => /^\.git(\/|$)/.test(path)));
}

describe.runIf(unix)("a link that leads out of the repository or into its .git", () => {
  test.each([
    ["environments/demo/environment.yaml", "../home/netrc", "repo/unreadable-file", /leads out of the repository/],
    ["environments/demo/environment.yaml", ".git/config", "repo/unreadable-file", /lies in \.git/],
    ["environments/demo", "../home/folder", "repo/unreadable-file", /leads out of the repository/],
    ["environments/demo/installed", "../home/folder", "repo/unreadable-file", /it is a link; base, kit and installed/],
    ["releases/2506/base", "../home/folder", "repo/unreadable-file", /it is a link; base, kit and installed/],
    ["releases/2506/base/plugin.xml", ".git/config", "repo/unreadable-file", /it is a link; base, kit and installed/],
    ["releases/2506/base/connector.properties", "../home/netrc", "repo/unreadable-file", /it is a link; base, kit/],
    ["templates/workstation-note.md.hbs", "../home/netrc", "repo/unreadable-file", /leads out of the repository/],
    ["releases/2506/kit.lock.yaml", "../home/netrc", "repo/unreadable-file", /leads out of the repository/],
  ])("[D2] %s -> %s is refused, and nothing of the target is shown", async (place, target, rule, words) => {
    const { folder } = checkout();
    link(folder, place, target, "absolute");
    const found = await civil(here(folder), ["compile"]);
    expect(found.code).toBe(1);
    const finding = found.findings.find((item) => item.file === place && item.rule === rule);

    expect(finding?.message).toMatch(words);
    for (const argv of [["check"], ["compile", "--format", "json"], ["bundle", "demo", "--serial", "1", "--settings"]])
      expect(await allOf(folder, argv)).not.toContain(CANARY);
  });

  test("[D2] a link within the repository in base is refused, too: what lies there is proven byte by byte", async () => {
    const { folder } = checkout();
    renameSync(join(folder, "releases/2506/base/connector.properties"), join(folder, "releases/conf"));
    symlinkSync("../../conf", join(folder, "releases/2506/base/connector.properties"));
    const found = await civil(here(folder), ["check"]);
    expect(found.code).toBe(1);
    expect(found.findings.find(({ file }) => file === "releases/2506/base/connector.properties")?.message).toMatch(
      /it is a link/,
    );
  });

  test("[D2] a run that remembers the sound repository says the same", async () => {
    const { folder } = checkout();
    expect((await here(folder)(["check"])).code).toBe(0);
    const path = "environments/demo/environment.yaml";
    writeFileSync(join(folder, "..", "home", "same.yaml"), "");
    linkSync(join(folder, path), join(folder, "..", "home", "copy.yaml"));
    link(folder, path, "../home/copy.yaml", "relative");
    const found = await civil(here(folder), ["check"]);
    expect(found.findings.find(({ file }) => file === path)?.message).toMatch(/leads out of the repository/);
  });
});

describe("a path in a document", () => {
  test.each(SPELLINGS)("[D2] carryFrom %s is refused on its line", async (path) => {
    const { folder } = checkout();
    edit(folder, "environments/demo/environment.yaml", "tier:\n", `carryFrom: '${path}'\ntier:\n`);
    if (unix) for (const name of [".GIT", ".git.", ".git ", "GIT~1"]) symlinkSync(".git", join(folder, name));
    const answer = await here(folder)(["check", "--format", "json"]);
    expect(answer.code).toBe(1);
    const finding = documentOf(answer).findings?.find(({ message }) => message.startsWith("carryFrom"));
    expect(finding?.line).toBeGreaterThan(1);
    expect(finding?.message).toMatch(/lies in \.git|leaves the repository|which is missing/);
    expect(await allOf(folder, ["bundle", "demo", "--serial", "1", "--settings"])).not.toContain(CANARY);
  });

  test("[D2] a kit's root in .git, the repository itself as a kit, and a kit that is a link are no kit", async () => {
    for (const root of ["../../.git", "../..", "../../.GIT", "linked"]) {
      const { folder } = checkout();
      edit(
        folder,
        "releases/2506/release.yaml",
        "kind: ConnectorRelease\n",
        `kind: ConnectorRelease\nkit: { root: '${root}' }\n`,
      );
      if (unix) symlinkSync("../../.git", join(folder, "releases/2506/linked"));
      mkdirSync(join(folder, "releases/2506/kit"));
      for (const argv of [
        ["kit", "verify"],
        ["bundle", "demo", "--serial", "1"],
      ])
        expect(await allOf(folder, argv)).not.toContain(CANARY);
    }
  });
});

test("[D2] names that some file system takes for .git are known, and no others", () => {
  for (const name of [
    ".git",
    ".GIT",
    ".Git.",
    ".git ..",
    "git~1",
    "GIT~2",
    ".git:x",
    ".git::$INDEX_ALLOCATION",
    ".g\u200Cit",
    ".git\uFEFF",
  ])
    expect(isGitName(name), name).toBe(true);
  for (const name of ["git", ".gitignore", ".gitattributes", ".github", "x.git", "git~", "git~1x", "..git", ".git-x", "agit~1"])
    expect(isGitName(name), name).toBe(false);
});

describe.runIf(unix)("check --fix", () => {
  test.each(["--fix", "--fix-review"])("%s writes nothing through a link and says so", async (option) => {
    const folder = exampleRepository({ "common/environment.yaml": "" });
    const path = "environments/demo/environment.yaml";
    edit(folder, path, "https://plm.example.com:8443/tc", "https://plm.example.com:8443/tc/");
    renameSync(join(folder, path), join(folder, "common", "environment.yaml"));
    symlinkSync("../../common/environment.yaml", join(folder, path));
    const before = treeOf(join(folder, "common"));
    const answer = await here(folder)(["check", option]);
    expect(treeOf(join(folder, "common"))).toEqual(before);
    expect(answer.err).toMatch(/^(not fixed environments\/demo\/environment\.yaml: .* is a link|nothing to fix)/);
  });
});
