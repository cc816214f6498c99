import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { exampleRepository } from "../support/repository.ts";
import { civil, documentOf, here, treeOf } from "./civil.ts";
import { eachNth } from "../support/runs.ts";

/* Symbolic links that cannot be followed, in the place of every file and folder of a repository (not on Windows, where making one needs a privilege). */

const unix = process.platform !== "win32";

const FILES = [
  "environments/site.yaml",
  "environments/demo/environment.yaml",
  "environments/demo/sso.yaml",
  "environments/demo/installed/connector.properties",
  "releases/matrix.yaml",
  "releases/exceptions.yaml",
  "releases/2506/release.yaml",
  "releases/2506/kit.lock.yaml",
  "releases/2506/base/connector.properties",
  "releases/2506/base/log4j2.xml",
];
const TEMPLATE = "templates/workstation-note.md.hbs";
const FOLDERS = [
  "environments/new",
  "environments/demo/installed",
  "releases",
  "releases/2506",
  "releases/2506/base",
  "templates",
];

const LINKS: readonly (readonly [string, (path: string) => string])[] = [
  ["a link that leads nowhere", (path) => `${path}-nowhere`],
  ["a link round in a circle", (path) => path],
];

function linked(path: string, target: (path: string) => string): string {
  const folder = exampleRepository();
  const absolute = join(folder, ...path.split("/"));
  rmSync(absolute, { recursive: true, force: true });
  mkdirSync(dirname(absolute), { recursive: true });
  symlinkSync(target(absolute), absolute);
  return folder;
}

const rulesAt = (findings: readonly { file: string | null; rule: string }[], path: string) =>
  findings.filter((finding) => finding.file === path).map((finding) => finding.rule);

describe.runIf(unix).each(LINKS)("%s", (_, target) => {
  test.each(eachNth(3, FILES))("in the place of the file %s is a file that cannot be read", async (path) => {
    const folder = linked(path, target);
    const answer = await here(folder)(["compile", "--format", "json"]);
    expect(answer.code).toBe(1);
    expect(rulesAt(documentOf(answer).findings ?? [], path)).toEqual(["repo/unreadable-file"]);
  });

  test("in the place of the repository's own template", async () => {
    const answer = await here(linked(TEMPLATE, target))(["compile", "--format", "json"]);
    expect(answer.code).toBe(1);
    expect(rulesAt(documentOf(answer).findings ?? [], TEMPLATE)).toEqual(["repo/unreadable-file"]);
  });

  test.each(eachNth(3, FOLDERS))("in the place of the folder %s", async (path) => {
    const answer = await here(linked(path, target))(["compile", "--format", "json"]);
    expect(answer.code).toBe(1);
    expect(rulesAt(documentOf(answer).findings ?? [], path)).not.toEqual([]);
  });
});

describe.runIf(unix)("a run that remembers the one before", () => {
  test.each(eachNth(3, FILES))("says the same of a link that leads nowhere in the place of %s", async (path) => {
    const folder = linked(path, (absolute) => `${absolute}-nowhere`);
    const found = await civil(here(folder), ["check"]);
    expect(found.code).toBe(1);
    expect(rulesAt(found.findings, path)).toEqual(["repo/unreadable-file"]);
  });

  test.each(eachNth(3, FILES))("says the same of a link round in a circle in the place of %s", async (path) => {
    const found = await civil(here(linked(path, (absolute) => absolute)), ["check"]);
    expect(found.code).toBe(1);
    expect(rulesAt(found.findings, path)).toEqual(["repo/unreadable-file"]);
  });
});

describe.runIf(unix)("a link within the repository", () => {
  test.each(eachNth(3, ["releases/2506", "environments/demo", "environments/demo/environment.yaml", "releases/matrix.yaml"]))(
    "is read as what it leads to: %s",
    async (path) => {
      const folder = exampleRepository();
      const other = exampleRepository();
      expect((await here(other)(["compile"])).code).toBe(0);
      mkdirSync(join(folder, "common"));
      renameSync(join(folder, path), join(folder, "common", "it"));
      symlinkSync(join(folder, "common", "it"), join(folder, path));
      expect((await civil(here(folder), ["compile"])).code).toBe(0);
      expect(treeOf(join(folder, "dist"))).toEqual(treeOf(join(other, "dist")));
    },
  );
});
