import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { alive } from "../../src/io/alive.ts";

test("a process that runs is alive, one that nobody ever was is not", () => {
  expect(alive(process.pid)).toBe(true);
  const { pid } = spawnSync(process.execPath, ["-e", "0"]);
  expect(alive(pid)).toBe(false);
});

test.skipIf(process.platform !== "linux")("a process that ended is over, also while nobody has asked how (Linux)", async () => {
  // the shell becomes a program that asks after no child, so that its child keeps its number
  const parent = spawn("/bin/sh", ["-c", "true & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const [said] = await once(parent.stdout, "data");
    const child = Number(String(said));
    await expect.poll(() => alive(child), { timeout: 30_000 }).toBe(false);
    expect(() => process.kill(child, 0)).not.toThrow();
    expect(alive(parent.pid ?? 0)).toBe(true);
  } finally {
    parent.kill();
  }
});
