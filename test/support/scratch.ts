import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { endFile } from "./file-end.ts";

/** Memory, where there is a file system for it that is large enough and lets programs be started: these tests flush many thousands of files. */
function parent(): string {
  try {
    const mount = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(readFileSync("/proc/self/mounts", "utf8"))?.[1]?.split(",") ?? [];
    const kilobytes = Number(mount.find((option) => /^size=\d+k$/.test(option))?.slice(5, -1) ?? 0);
    accessSync("/dev/shm", constants.W_OK);
    if (mount.includes("rw") && !mount.includes("noexec") && kilobytes >= 2 ** 21) return "/dev/shm";
  } catch {
    // not Linux, or nothing that may be written
  }
  return tmpdir();
}

// Everything that a test file makes lies in one folder of its own, which goes with it; also the key of the cache, which lies in a user's own.
const usual = process.env.TMPDIR;
const folder = mkdtempSync(join(parent(), "tierwright-"));
chmodSync(folder, 0o711); // some tests run a program as another user
process.env.TMPDIR = folder;
process.env.XDG_CACHE_HOME = mkdtempSync(join(folder, "cache-"));

/** Node's own way asks several times for every file before it removes it, which is a thirtieth of the time of all tests. */
function remove(inside: string): void {
  for (const entry of readdirSync(inside, { withFileTypes: true })) {
    const path = join(inside, entry.name);
    if (entry.isDirectory()) remove(path);
    else unlinkSync(path);
  }
  rmdirSync(inside);
}

afterAll(() => {
  endFile();
  if (usual === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usual;
  try {
    remove(folder);
  } catch {
    rmSync(folder, { recursive: true, force: true }); // something may not be removed as it lies
  }
});
