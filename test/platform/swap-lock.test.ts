import { execFileSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { byFile, lockFolder } from "../../src/platform/swap-lock.ts";
import { temporaryFolder } from "../support/repository.ts";
import { runs } from "../support/runs.ts";

test("[D4] a lock excludes a second holder, and can be taken again as soon as it was given back", async () => {
  const folder = temporaryFolder();
  for (let i = 0; i < runs(300); i++) {
    const release = await lockFolder(folder);
    expect(release, `round ${i}`).not.toBeNull();
    if (i % 10 === 0) expect(await lockFolder(folder)).toBeNull();
    await release?.();
  }
});

test("[D4] locks of two installations do not touch each other", async () => {
  const [first, second] = [await lockFolder(temporaryFolder()), await lockFolder(temporaryFolder())];
  expect([first, second]).not.toContain(null);
  await first?.();
  await second?.();
});

const posix = process.platform !== "win32";
const PLANTS: Readonly<Record<string, (path: string, folder: string) => void>> = {
  "a link to a file": (path, folder) => symlinkSync(join(folder, "victim"), path),
  "a link to what does not exist yet": (path, folder) => symlinkSync(join(folder, "not-there"), path),
  "a link to a folder": (path, folder) => symlinkSync(folder, path, "junction"),
  "a link to itself": (path) => symlinkSync(path, path),
  "a folder": (path) => mkdirSync(path),
  ...(posix ? { "a pipe": (path: string) => void execFileSync("mkfifo", [path]) } : {}),
};

// the kind of lock that Windows and macOS have; without their flag nobody is excluded, but the file is opened in the same way
test.each(Object.keys(PLANTS))(
  "[D4] a lock that is a file is refused where %s lies under its name, and nothing is opened",
  (name) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "victim"), "precious");
    PLANTS[name]?.(join(folder, "lock"), folder);
    const before = readdirSync(folder).sort();
    expect(() => byFile(join(folder, "lock"), 0)).toThrow(/lock is (a link|not an ordinary file).*find out who put it there/);
    expect(readdirSync(folder).sort()).toEqual(before);
    expect(readFileSync(join(folder, "victim"), "utf8")).toBe("precious");
  },
);

test("[D4] a lock that is a file is made, changes nothing that lies there, and goes again", async () => {
  const folder = temporaryFolder();
  const [lock, victim] = [join(folder, "lock"), join(folder, "victim")];
  const release = byFile(lock, 0);
  expect(existsSync(lock)).toBe(true);
  await release?.();
  expect(existsSync(lock)).toBe(false);
  writeFileSync(victim, "precious");
  linkSync(victim, lock);
  await byFile(lock, 0)?.();
  expect(readFileSync(victim, "utf8")).toBe("precious");
});
