import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder, twoEnvironments, writeFiles } from "../support/repository.ts";
import { civil, here, treeOf } from "./civil.ts";

/* Where compiled folders go, and what stands there already. What is not ours is never touched, and one obstacle stops the whole run before it writes. */

const unix = process.platform !== "win32";

const withoutCache = (folder: string) => treeOf(folder, (path) => /^\.tierwright(\/|$)/.test(path));

describe("--out is refused", () => {
  test.each<[string, string, (folder: string) => void]>([
    ["a file", "out", (folder) => writeFileSync(join(folder, "out"), "mine")],
    ["below a file", "out/deeper", (folder) => writeFileSync(join(folder, "out"), "mine")],
    [
      "a folder that holds a user's folder of an environment's name",
      "out",
      (folder) => writeFiles(folder, { "out/production/notes.txt": "mine" }),
    ],
    [
      "a folder that holds an empty folder of that name",
      "out",
      (folder) => mkdirSync(join(folder, "out/production"), { recursive: true }),
    ],
    ["a folder that holds a file of that name", "out", (folder) => writeFiles(folder, { "out/production": "mine" })],
    [
      "a folder whose folder of that name has another program's manifest.json",
      "out",
      (folder) => writeFiles(folder, { "out/production/manifest.json": '{ "schema": "other/manifest/v1" }' }),
    ],
    ["the folder that the environments are read from", "environments", () => undefined],
  ])("%s", async (_, out, make) => {
    const folder = twoEnvironments();
    make(folder);
    const before = withoutCache(folder);
    const found = await civil(here(folder), ["compile", "--out", out]);
    expect(found.code).toBe(2);
    expect(found.text.err).toMatch(/--out/);
    expect(withoutCache(folder)).toEqual(before);
  });

  test.runIf(unix)("a folder that holds a link of that name that leads nowhere", async () => {
    const folder = twoEnvironments();
    mkdirSync(join(folder, "out"));
    symlinkSync("nowhere", join(folder, "out", "production"));
    const before = withoutCache(folder);
    const found = await civil(here(folder), ["compile", "--out", "out"]);
    expect(found.code).toBe(2);
    expect(withoutCache(folder)).toEqual(before);
  });

  test.each(["releases", ".", "releases/2506", "environments/demo", "environments/demo/installed", "templates"])(
    "%s, where the repository's own files lie",
    async (out) => {
      const folder = twoEnvironments();
      const before = withoutCache(folder);
      const found = await civil(here(folder), ["compile", "--out", out]);
      expect(found.code).toBe(2);
      expect(withoutCache(folder)).toEqual(before);
    },
  );

  test("a name that is too long", async () => {
    const found = await civil(here(twoEnvironments()), ["compile", "--out", "x".repeat(5000)]);
    expect(found.code).toBe(2);
  });
});

describe("--out is used", () => {
  test("a folder outside the repository that is not there yet, from another current folder", async () => {
    const folder = twoEnvironments();
    const elsewhere = temporaryFolder();
    const found = await civil(here(elsewhere), ["-C", folder, "compile", "--out", "a/b c"]);
    expect(found.code).toBe(0);
    expect(readdirSync(join(elsewhere, "a", "b c")).sort()).toEqual(["demo", "production"]);
    expect(readdirSync(elsewhere)).toEqual(["a"]);
  });

  test("what else lies in it stays as it is: folders, files, names that look like ours", async () => {
    const folder = twoEnvironments();
    const mine = {
      "out/notes/a.txt": "mine",
      "out/manifest.json": "mine",
      "out/old/manifest.json": '{ "schema": "other/v1" }',
      "out/.tierwright-stage-mine/new/x": "mine",
      "out/.tierwright-stage-/x": "mine",
      "out/.tierwright-stage-1x/x": "mine",
      "out/.hidden": "mine",
    };
    writeFiles(folder, mine);
    expect((await civil(here(folder), ["compile", "--out", "out"])).code).toBe(0);
    expect(treeOf(folder)).toMatchObject(mine);
    expect(readdirSync(join(folder, "out")).sort()).toEqual([
      ".hidden",
      ".tierwright-stage-",
      ".tierwright-stage-1x",
      ".tierwright-stage-mine",
      "demo",
      "manifest.json",
      "notes",
      "old",
      "production",
    ]);
  });

  test("compiling one environment leaves the other's folder, and a folder of an environment that is gone, as they are", async () => {
    const folder = twoEnvironments();
    await here(folder)(["compile"]);
    writeFiles(folder, {
      "dist/gone/manifest.json": '{\n  "schema": "tierwright/manifest/v1"\n}\n',
      "dist/production/added.txt": "x",
    });
    const before = treeOf(join(folder, "dist"));
    expect((await civil(here(folder), ["compile", "demo"])).code).toBe(0);
    expect(treeOf(join(folder, "dist"))).toEqual(before);
  });
});
