import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { edit, exampleRepository, temporaryFolder, writeFiles } from "../support/repository.ts";
import { civil, here, treeOf } from "./civil.ts";

/* Own output folders are real folders below the place that was named; a branch may have put a link there. */

const unix = process.platform !== "win32";
const BUNDLE = ["bundle", "demo", "--settings", "--serial", "1"];

/** A folder elsewhere that looks like one of ours, with an environment that is gone. */
async function compiledElsewhere(): Promise<string> {
  const other = exampleRepository();
  expect((await here(other)(["compile"])).code).toBe(0);
  renameSync(join(other, "dist", "demo"), join(other, "dist", "gone"));
  return join(other, "dist");
}

function put(folder: string, place: string, target: string): void {
  mkdirSync(dirname(join(folder, place)), { recursive: true });
  rmSync(join(folder, place), { recursive: true, force: true });
  symlinkSync(target, join(folder, place));
}

describe.runIf(unix)("[D2] a link is refused and nothing behind it is touched:", () => {
  test.each([
    ["dist", ["compile"]],
    ["dist", ["compile", "--out", "dist"]],
    ["dist/deep", ["compile", "--out", "dist/deep/er"]],
    ["dist/demo", ["compile"]],
    ["dist", BUNDLE],
    ["dist/bundles", BUNDLE],
    ["out", [...BUNDLE, "--out", "out"]],
  ])("%s of %j", async (place, argv) => {
    for (const target of [await compiledElsewhere(), "/proc", "/dev", join(temporaryFolder(), "nowhere")]) {
      const folder = exampleRepository();
      const before = target.startsWith("/tmp") && !target.endsWith("nowhere") ? treeOf(target) : {};
      put(folder, place, target);
      const found = await civil(here(folder), argv);
      expect(found.code).toBe(2);
      expect(found.text.err).toMatch(/is a link, and nothing is written through a link/);
      if (Object.keys(before).length > 0) expect(treeOf(target)).toEqual(before);
    }
  });

  test("the stage of a killed run is cleared away as a link", async () => {
    const outside = temporaryFolder();
    writeFiles(outside, { "old/demo/manifest.json": "mine", "old/x.zip": "mine" });
    const before = treeOf(outside);
    const folder = exampleRepository();
    for (const place of ["dist/.tierwright-stage-999999999", "dist/bundles/.tierwright-bundle-999999999"])
      put(folder, place, outside);
    put(folder, "dist/.tierwright-stage-999999998/old", join(outside, "old"));
    expect((await here(folder)(["compile"])).code).toBe(0);
    expect((await here(folder)(BUNDLE)).code).toBe(0);
    expect(treeOf(outside)).toEqual(before);
    expect(readdirSync(join(folder, "dist")).sort()).toEqual(["bundles", "demo"]);
  });

  test("what was compiled before and holds links now is made anew", async () => {
    const folder = exampleRepository();
    expect((await here(folder)(["compile"])).code).toBe(0);
    const wanted = treeOf(join(folder, "dist"));
    const outside = temporaryFolder();
    renameSync(join(folder, "dist/demo/client"), join(outside, "client"));
    symlinkSync(join(outside, "client"), join(folder, "dist/demo/client"));
    symlinkSync("/proc", join(folder, "dist/demo/endless"));
    expect((await here(folder)(["compile"])).code).toBe(0);
    expect(treeOf(join(folder, "dist"))).toEqual(wanted);
    expect(readdirSync(join(outside, "client")).length).toBeGreaterThan(0);
  });

  test("a release that is imported", async () => {
    const outside = temporaryFolder();
    const source = temporaryFolder();
    writeFiles(source, {
      "plugin/plugin.xml": '<plugin id="com.example.plm.connector"/>\n',
      "plugin/conf/connector.properties": "A=1\n",
    });
    for (const place of ["releases/9999", "releases/9999/base", "releases/9999/kit"]) {
      const folder = exampleRepository();
      put(folder, place, outside);
      const answer = await here(folder)(["kit", "import", source, "--release", "9999"]);
      expect(answer.code).toBe(2);
      expect(answer.err).toMatch(/is a link/);
      expect(readdirSync(outside)).toEqual([]);
    }
  });
});

describe.runIf(unix)("[D2] a folder of the user's own word may be a link", () => {
  test("--out outside the repository", async () => {
    const folder = exampleRepository();
    const real = temporaryFolder();
    const link = join(temporaryFolder(), "out");
    symlinkSync(real, link);
    expect((await here(folder)(["compile", "--out", link])).code).toBe(0);
    expect(readdirSync(real)).toEqual(["demo"]);
  });

  test("the repository itself, named over a link, with and without its real path", async () => {
    const folder = exampleRepository();
    const link = join(temporaryFolder(), "repository");
    symlinkSync(folder, link);
    expect((await here(link)(["compile"])).code).toBe(0);
    expect((await here(link)(["compile", "--out", join(folder, "dist")])).code).toBe(0);
    put(folder, "other", temporaryFolder());
    expect((await here(link)(["compile", "--out", join(folder, "other")])).code).toBe(2);
  });
});

describe.runIf(unix)("[D2] a pipe in an output folder holds nothing up", () => {
  test.each(["dist/demo/manifest.json", "dist/demo/client", "dist/demo"])("%s", async (place) => {
    const folder = exampleRepository();
    expect((await here(folder)(["compile"])).code).toBe(0);
    rmSync(join(folder, place), { recursive: true });
    execFileSync("mkfifo", [join(folder, place)]);
    edit(folder, "environments/demo/environment.yaml", "27000@lic", "27001@lic");
    const answer = await here(folder)(["compile"]);
    expect([0, 2]).toContain(answer.code);
    expect(answer.err).not.toMatch(/internal error/);
    writeFileSync(join(folder, "done"), "");
  });

  test("--out below /proc ends with words", async () => {
    const folder = exampleRepository();
    for (const out of ["/proc/nowhere", "/proc", "/dev/null/x"]) {
      const found = await civil(here(folder), ["compile", "--out", out]);
      expect(found.code).toBe(2);
      expect((await here(folder)([...BUNDLE, "--out", out])).code).toBe(2);
    }
  });
});
