import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { edit, exampleRepository, temporaryFolder } from "../support/repository.ts";
import { builtCli, runBuilt } from "./built.ts";
import { civil, treeOf } from "./civil.ts";

/*
 * Files and folders that may not be read or written. Rights mean nothing to root, so the built command runs as another user there.
 * Windows has no such permission bits: there these tests are not run, and the report says so.
 */

const NOBODY = 65534;
const root = process.getuid?.() === 0;
const unix = process.platform !== "win32";

let command = "";
beforeAll(async () => {
  command = await builtCli();
});

/** The environment's own folder and everything in it, so that a test's folder can be removed again. */
const restore: string[] = [];
afterEach(() => {
  for (const path of restore.splice(0).reverse()) chmodSync(path, 0o755);
});

/** Gives a repository to the user who will run the command. */
function given(changes: Record<string, string> = {}): string {
  const folder = exampleRepository(changes);
  own(folder);
  return folder;
}

function own(folder: string): void {
  if (!root) return;
  chownSync(folder, NOBODY, NOBODY);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chownSync(join(entry.parentPath, entry.name), NOBODY, NOBODY);
}

function rights(folder: string, path: string, mode: number): void {
  const absolute = join(folder, ...path.split("/"));
  chmodSync(absolute, mode);
  restore.push(absolute);
}

const user = (folder: string) => (argv: readonly string[]) =>
  runBuilt(command, argv, { cwd: folder, ...(root ? { uid: NOBODY } : {}) });

const CONF = "environments/demo/installed/connector.properties";
const installed = { [CONF]: "LicenseDir=1@old.example.com\n" };

test.runIf(unix)("the other user can run the command at all", () => {
  const found = user(given())(["compile"]);
  expect([found.code, found.err]).toEqual([0, ""]);
});

describe.runIf(unix)("may not be read:", () => {
  test.each([
    "environments/demo/environment.yaml",
    "environments/site.yaml",
    "releases/matrix.yaml",
    "releases/2506/release.yaml",
    "releases/2506/base/connector.properties",
    "releases/2506/base/log4j2.xml",
    CONF,
  ])("the file %s", async (path) => {
    const folder = given(installed);
    expect(user(folder)(["compile"]).code).toBe(0);
    const good = treeOf(join(folder, "dist"));
    rights(folder, path, 0);
    const found = await civil(user(folder), ["compile"]);
    expect(found.code).toBe(1);
    const finding = found.findings.find((item) => item.file === path);
    expect(finding).toMatchObject({ rule: "repo/unreadable-file" });
    expect(finding?.message).toMatch(/access denied/);
    expect(treeOf(join(folder, "dist"))).toEqual(good);
  });

  test.each([
    "environments",
    "environments/demo",
    "environments/demo/installed",
    "releases",
    "releases/2506",
    "releases/2506/base",
    "templates",
  ])("the folder %s", async (path) => {
    const folder = given({ ...installed, "templates/workstation-note.md.hbs": "x\n" });
    rights(folder, path, 0);
    const found = await civil(user(folder), ["compile"]);
    expect([1, 2]).toContain(found.code);
    expect(found.text.out + found.text.err).toMatch(/access denied/);
  });

  test.each(["environments", "environments/demo", "environments/demo/installed", "releases", "releases/2506/base"])(
    "what lies in the folder %s, whose names may be listed",
    async (path) => {
      const folder = given(installed);
      rights(folder, path, 0o444);
      const found = await civil(user(folder), ["compile"]);
      expect([1, 2]).toContain(found.code);
      expect(found.text.out + found.text.err).toMatch(/access denied/);
    },
  );

  test("the hosts file", async () => {
    const folder = given({ hosts: "10.0.0.1 plm.example.com\n" });
    rights(folder, "hosts", 0);
    const found = await civil(user(folder), ["check", "--hosts", "hosts"]);
    expect(found.code).toBe(2);
    expect(found.text.err).toMatch(/hosts cannot be read: access denied/);
  });

  test("the cache: it only costs speed", async () => {
    const folder = given();
    const home = temporaryFolder();
    own(home);
    process.env.XDG_CACHE_HOME = home;
    expect(user(folder)(["check"]).code).toBe(0);
    rights(folder, ".tierwright/cache-v1", 0);
    expect((await civil(user(folder), ["check"])).code).toBe(0);
  });
});

describe.runIf(unix)("may not be written:", () => {
  test("the whole repository: check works without a cache, compile says that dist cannot be used, another --out works", async () => {
    const folder = given();
    const out = temporaryFolder();
    own(out);
    rights(folder, ".", 0o555);
    expect((await civil(user(folder), ["check"])).code).toBe(0);
    const found = await civil(user(folder), ["compile"]);
    expect(found.code).toBe(2);
    expect(found.text.err).toMatch(/output folder .*dist cannot be used: access denied/);
    expect((await civil(user(folder), ["compile", "--out", out])).code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(["environments", "releases"]);
    expect(readdirSync(out)).toEqual(["demo"]);
  });

  test("the cache's folder: it only costs speed", async () => {
    const folder = given({ ".tierwright/.gitignore": "*\n" });
    rights(folder, ".tierwright", 0o555);
    expect((await civil(user(folder), ["compile"])).code).toBe(0);
    expect(readdirSync(join(folder, ".tierwright"))).toEqual([".gitignore"]);
  });

  test("the output folder", async () => {
    const folder = given();
    expect(user(folder)(["compile"]).code).toBe(0);
    const good = treeOf(join(folder, "dist"));
    edit(folder, "environments/demo/environment.yaml", "27000@lic", "27001@lic");
    rights(folder, "dist", 0o555);
    const found = await civil(user(folder), ["compile"]);
    expect(found.code).toBe(2);
    expect(treeOf(join(folder, "dist"))).toEqual(good);
  });

  test("an environment's folder below it", async () => {
    const folder = given();
    expect(user(folder)(["compile"]).code).toBe(0);
    const good = treeOf(join(folder, "dist"));
    edit(folder, "environments/demo/environment.yaml", "27000@lic", "27001@lic");
    rights(folder, "dist/demo", 0o555);
    const found = await civil(user(folder), ["compile"]);
    expect(found.code).toBe(2);
    expect(treeOf(join(folder, "dist"))).toEqual(good);
  });

  test("what a killed run left behind: said with what to do", async () => {
    const folder = given();
    mkdirSync(join(folder, "dist", ".tierwright-stage-999999", "old", "x"), { recursive: true });
    writeFileSync(join(folder, "dist", ".tierwright-stage-999999", "old", "x", "file"), "x");
    own(folder);
    rights(folder, "dist/.tierwright-stage-999999/old", 0o555);
    const found = await civil(user(folder), ["compile"]);
    expect(found.code).toBe(2);
  });

  test("a file that --fix would fix", async () => {
    const folder = given({ [CONF]: "A=1 \n" });
    rights(folder, CONF, 0o444);
    const found = await civil(user(folder), ["check", "--fix-review"]);
    expect(found.code).toBe(2);
    expect(found.text.err).toContain(CONF);
  });

  test("a file's folder, for --fix: nothing is left beside it", () => {
    const folder = given({ [CONF]: "A=1 \n" });
    const before = treeOf(join(folder, "environments"));
    rights(folder, "environments/demo/installed", 0o555);
    expect(user(folder)(["check", "--fix-review"]).code).toBeGreaterThan(0);
    expect(treeOf(join(folder, "environments"))).toEqual(before);
  });
});

describe.runIf(unix)("what is written", () => {
  test("--fix keeps the file's rights; compiled files get those that the mask gives any new file", () => {
    const folder = given({ [CONF]: "A=1 \n" });
    rights(folder, CONF, 0o640);
    user(folder)(["check", "--fix-review"]);
    expect(statSync(join(folder, CONF)).mode & 0o777).toBe(0o640);
    const masked = ["sh", "-c", 'umask 027; exec "$@"', "sh"];
    expect(runBuilt(command, ["compile"], { cwd: folder, before: masked, ...(root ? { uid: NOBODY } : {}) }).code).toBe(0);
    expect(statSync(join(folder, "dist/demo/manifest.json")).mode & 0o777).toBe(0o640);
    expect(statSync(join(folder, "dist/demo")).mode & 0o777).toBe(0o750);
  });
});
