import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { swapBundle } from "../deploy/swap/support/bundle.ts";
import { temporaryFolder } from "../support/repository.ts";
import { builtCli } from "./built.ts";

let command = "";
beforeAll(async () => {
  command = await builtCli();
});

/** Processes of this machine that have a word in their command line. */
const processesWith = (word: string): readonly string[] =>
  readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(word);
    } catch {
      return false; // it ended
    }
  });

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("[D4] %s ends a rehearsal, and nothing of it is left", async (signal) => {
  const folder = temporaryFolder();
  const scratch = join(folder, "tmp");
  mkdirSync(scratch);
  const bundle = swapBundle(join(folder, "production-2506.zip"));
  const child = spawn(process.execPath, [command, "rehearse", bundle], { env: { ...process.env, TMPDIR: scratch }, cwd: folder });
  let said = "";
  child.stderr.on("data", (data: Buffer) => {
    said += data.toString("utf8");
  });
  const ended = new Promise<readonly [number | null, NodeJS.Signals | null]>((resolve) =>
    child.once("close", (code, by) => resolve([code, by])),
  );
  const begun = (): boolean => {
    try {
      return readdirSync(scratch, { recursive: true }).some((name) => String(name).endsWith("receipts"));
    } catch {
      return true; // what was listed a moment ago is gone: the rehearsal is in the middle of its work
    }
  };
  while (!begun() && child.exitCode === null) await pause(5);
  child.kill(signal);
  expect(await ended).toEqual([128 + constants.signals[signal], null]);
  expect(said).toBe(`tierwright: the rehearsal was ended by ${signal}; its scratch tree was deleted\n`);
  expect(readdirSync(scratch)).toEqual([]);
  if (process.platform === "linux") expect(processesWith(folder)).toEqual([]);
});
