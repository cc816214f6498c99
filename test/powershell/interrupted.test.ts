import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { notRun } from "../support/not-run.ts";
import { INSTALL } from "../deploy/swap/support/installation.ts";
import { inProcess } from "../deploy/swap/support/in-process.ts";
import { everything, snapshot } from "../deploy/swap/support/snapshot.ts";
import { Workstation } from "../deploy/swap/support/workstation.ts";
import { scriptPath, shellHere } from "./shell.ts";

/** deploy.ps1 as it is, but it waits for a minute before one step. */
function waitingAt(folder: string, step: string): string {
  const script = readFileSync(scriptPath("deploy.ps1"), "utf8");
  const main = script.lastIndexOf("if ($MyInvocation.InvocationName");
  const wait = `function Enter-Step([string]$Id, [string]$Detail) { if ($Id -ceq '${step}') { [Console]::Out.WriteLine('WAITS'); Start-Sleep 60 } }\r\n`;
  const path = join(folder, `waits-at-${step}.ps1`);
  writeFileSync(path, script.slice(0, main) + wait + script.slice(main));
  return path;
}

/** Ends a run of the script by Ctrl-C while it waits. */
function interrupted(script: string, words: readonly string[]): Promise<{ code: number | null; err: string }> {
  const child = spawn(shellHere(), ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File", script, ...words]);
  let err = "";
  child.stderr.on("data", (data: Buffer) => {
    err += data.toString("utf8");
  });
  child.stdout.on("data", (data: Buffer) => {
    if (data.includes("WAITS")) child.kill("SIGINT");
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, err })));
}

test.each([
  ["stage", /^Interrupted before anything was exchanged: .* is as it was\. Run this again/],
  [
    "enter",
    /^Interrupted\. A run was interrupted in .* \(swap \S+ of \S+\.zip\).* Run `deploy\.ps1 -Bundle \S+\.zip -Root \S+` again/,
  ],
  ["close", /^Interrupted after everything was in its place: .* matches receipt \S+/],
])("[D4] Ctrl-C at %s ends with 12, what stands and what to run next", { timeout: 120_000 }, async (step, says) => {
  if (process.platform === "win32") notRun("a program cannot send Ctrl-C to another one of Windows");
  const here = new Workstation(inProcess, "hand-made");
  const before = snapshot(here.root);
  const { code, err } = await interrupted(waitingAt(here.folder, step), ["-Bundle", here.swap(), "-Root", here.root]);
  expect(err).toMatch(says);
  expect(code).toBe(12);
  if (step === "stage") expect(snapshot(here.root)).toEqual(before);
  await here.done(here.deploy(here.swap()));
  await here.done(here.verify());
});

test("[D4] Ctrl-C while only looking says that nothing was written", { timeout: 120_000 }, async () => {
  if (process.platform === "win32") notRun("a program cannot send Ctrl-C to another one of Windows");
  const here = new Workstation(inProcess, "hand-made");
  const before = everything(here.root);
  const words = ["-Bundle", here.swap(), "-Root", here.root, "-Install", INSTALL, "-WhatIf"];
  const { code, err } = await interrupted(waitingAt(here.folder, "verify"), words);
  expect([code, err.trim()]).toEqual([12, "Interrupted: nothing was written."]);
  expect(everything(here.root)).toEqual(before);
});
