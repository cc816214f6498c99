import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isAlive } from "../../src/platform/alive.ts";

test("a process that runs is alive, one that nobody ever was is not", () => {
  expect(isAlive(process.pid)).toBe(true);
  const { pid } = spawnSync(process.execPath, ["-e", "0"]);
  expect(isAlive(pid)).toBe(false);
});

test.skipIf(process.platform !== "linux")("a process that ended is over, also while nobody has asked how (Linux)", async () => {
  // the shell becomes a program that asks after no child, so that its child, which ends after that, keeps its number
  const parent = spawn("/bin/sh", ["-c", "exec 3<&0; cat <&3 & echo $!; exec sleep 60"], { stdio: ["pipe", "pipe", "ignore"] });
  try {
    const [said] = await once(parent.stdout, "data");
    const child = Number(String(said));
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, "utf8"), { timeout: 30_000 }).toBe("sleep\n");
    expect(isAlive(child)).toBe(true);
    parent.stdin.end();
    await expect.poll(() => isAlive(child), { timeout: 30_000 }).toBe(false);
    expect(() => process.kill(child, 0)).not.toThrow();
    expect(isAlive(parent.pid ?? 0)).toBe(true);
  } finally {
    parent.kill();
  }
});
