import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { endOf, fromLine, toLine, valueOf } from "../../../src/platform/cache/lines.ts";
import { CacheFile } from "../../../src/platform/cache-file.ts";
import { cacheSeal } from "../../../src/platform/cache-key.ts";
import { commitAll, git } from "../../support/git.ts";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository, temporaryFolder } from "../../support/repository.ts";

/* The cache lies in the checkout, where a branch may put what it likes: what another user, machine or folder sealed is not read. */

const unix = process.platform !== "win32";
const ENV = (name: string) => process.env[name];
const own = process.env.XDG_CACHE_HOME ?? "";
afterEach(() => {
  process.env.XDG_CACHE_HOME = own;
});

const cacheOf = (folder: string) => join(folder, ".tierwright", "cache-v1");
const check = async (folder: string) => (await cli(["check"], { cwd: folder })).code;

/** Work with another user's key. */
async function as<T>(home: string, work: () => T | Promise<T>): Promise<T> {
  process.env.XDG_CACHE_HOME = home;
  try {
    return await work();
  } finally {
    process.env.XDG_CACHE_HOME = own;
  }
}

/** A repository with an error, and a cache sealed with the key in `home` that says there is none. */
async function forged(home: string, folder = exampleRepository()): Promise<string> {
  edit(
    folder,
    "environments/demo/environment.yaml",
    "signIn: https://plm.example.com:8443/tc",
    "signIn: https://plm.example.com/tc/",
  );
  await as(home, async () => {
    expect(await check(folder)).toBe(1);
    const seal = cacheSeal(folder, false, ENV);
    if (!seal) return;
    const file = new CacheFile(folder, ENV);
    const green = file.read().map((text) => {
      const line = fromLine(text);
      const value = line && valueOf<{ result?: object }>(line);
      if (!line || !value) throw new Error("the cache has another form");
      const without = Array.isArray(value)
        ? []
        : { ...value, ...(value.result ? { result: { ...value.result, findings: [] } } : {}) };
      return toLine(line.name, line.key, without, endOf(line));
    });
    expect(green.length).toBeGreaterThan(2);
    file.write(green);
  });
  return folder;
}

describe("[D1] a forged cache", () => {
  test("turns a check green for the one who has the key, and for nobody else; it is written anew", async () => {
    const home = temporaryFolder();
    const folder = await forged(home);
    expect(await as(home, () => check(folder)), "the forgery is one").toBe(0);
    const before = readFileSync(cacheOf(folder), "utf8");
    expect(await check(folder)).toBe(1);
    expect(readFileSync(cacheOf(folder), "utf8").split("\n")[0]).not.toBe(before.split("\n")[0]);
    expect(await check(folder)).toBe(1);
  });

  test("with its first line taken from a cache of this user is read as no line", async () => {
    const folder = await forged(temporaryFolder());
    const lines = readFileSync(cacheOf(folder), "utf8").split("\n");
    expect(await check(folder)).toBe(1);
    const head = readFileSync(cacheOf(folder), "utf8").split("\n")[0];
    writeFileSync(cacheOf(folder), [head, ...lines.slice(1)].join("\n"));
    expect(await check(folder)).toBe(1);
  });

  test("whose key came with the checkout is not read, whatever the key's rights", async () => {
    for (const mode of [0o600, 0o644]) {
      const top = temporaryFolder();
      cpSync(exampleRepository(), join(top, "config"), { recursive: true });
      const home = join(top, ".cache");
      mkdirSync(join(home, "tierwright"), { recursive: true });
      writeFileSync(join(home, "tierwright", "cache-key"), Buffer.alloc(32, 7), { mode });
      chmodSync(join(home, "tierwright", "cache-key"), mode);
      git(top, "init", "-q");
      await forged(home, join(top, "config"));
      expect(await as(home, () => check(join(top, "config")))).toBe(1);
      expect(await as(home, () => cacheSeal(join(top, "config"), true, ENV))).toBeNull();
    }
  });

  test("made in another folder is not read here", async () => {
    const folder = await forged(own);
    const other = temporaryFolder();
    cpSync(folder, other, { recursive: true });
    expect(await check(folder), "this user's own forgery, in its place").toBe(0);
    expect(await check(other)).toBe(1);
  });

  test("that git keeps is not read, although this user sealed it", async () => {
    const folder = await forged(own);
    commitAll(folder);
    expect(await check(folder), "not tracked: it ignores itself").toBe(0);
    git(folder, "add", "-f", ".tierwright");
    expect(await check(folder)).toBe(1);
    const versioned = await forged(own);
    git(versioned, "init", "-q");
    git(versioned, "add", "-f", ".");
    git(versioned, "update-index", "--index-version", "4");
    expect(await check(versioned)).toBe(1);
  });
});

describe.runIf(unix)("[D1] the cache's key", () => {
  const keyIn = (home: string) => join(home, "tierwright", "cache-key");

  test("is random, for this user alone, and made once", async () => {
    const homes = [temporaryFolder(), temporaryFolder()];
    const keys = [];
    for (const home of homes) {
      const folder = exampleRepository();
      await as(home, () => check(folder));
      keys.push(readFileSync(keyIn(home)).toString("hex"));
      await as(home, () => check(exampleRepository()));
      expect(readFileSync(keyIn(home)).toString("hex")).toBe(keys.at(-1));
      expect(readdirSync(join(home, "tierwright"))).toEqual(["cache-key"]);
    }
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(keys[0]).not.toBe(keys[1]);
  });

  test.each<[string, (key: string) => void]>([
    ["that others may read", (key) => chmodSync(key, 0o640)],
    ["of another length", (key) => writeFileSync(key, "short")],
    [
      "that is a link",
      (key) => {
        renameSync(key, `${key}-other`);
        symlinkSync(`${key}-other`, key);
      },
    ],
  ])("%s is none: it only costs speed", async (_, spoil) => {
    const home = temporaryFolder();
    const folder = exampleRepository();
    expect(await as(home, () => check(folder))).toBe(0);
    spoil(keyIn(home));
    expect(await as(home, () => cacheSeal(folder, true, ENV))).toBeNull();
    expect(await as(home, () => check(folder))).toBe(0);
  });

  test("that cannot be made costs speed only", async () => {
    const folder = exampleRepository();
    for (const home of ["/dev/null", "/proc/nowhere", join(folder, "releases/matrix.yaml")])
      expect(await as(home, () => check(folder))).toBe(0);
  });
});

describe.runIf(unix)("[D1] .tierwright", () => {
  test("as a link, or its files as links, is neither read nor written through", async () => {
    const outside = temporaryFolder();
    const folder = exampleRepository();
    symlinkSync(outside, join(folder, ".tierwright"));
    expect(await check(folder)).toBe(0);
    expect(readdirSync(outside)).toEqual([]);
    const other = exampleRepository({ ".tierwright/.gitignore": "*\n" });
    writeFileSync(join(outside, "mine"), "mine");
    symlinkSync(join(outside, "mine"), cacheOf(other));
    expect(await check(other)).toBe(0);
    expect(readFileSync(join(outside, "mine"), "utf8")).toBe("mine");
  });
});
