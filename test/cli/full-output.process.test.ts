import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { inProcess } from "../deploy/swap/support/in-process.ts";
import { INSTALL } from "../deploy/swap/support/installation.ts";
import { livePairs, wantedPairs } from "../deploy/swap/support/snapshot.ts";
import { Workstation } from "../deploy/swap/support/workstation.ts";
import { scriptPath, shellHere } from "../powershell/shell.ts";
import { notRun } from "../support/not-run.ts";

/** Starts a program whose standard output or standard error is a full disk. */
function onFullDisk(argv: readonly string[], which: "out" | "err" = "out"): { code: number | null; out: string; err: string } {
  if (process.platform !== "linux") notRun("only Linux has a /dev/full");
  const full = openSync("/dev/full", "w");
  try {
    const [program = "", ...words] = argv;
    const stdio = which === "out" ? (["ignore", full, "pipe"] as const) : (["ignore", "pipe", full] as const);
    const { status, stdout, stderr } = spawnSync(program, words, { stdio: [...stdio], encoding: "utf8" });
    return { code: status, out: stdout ?? "", err: stderr ?? "" };
  } finally {
    closeSync(full);
  }
}

const built = (...words: string[]) => [process.execPath, resolve("build/cli.cjs"), ...words];
const script = (...words: string[]) => [
  ...[shellHere(), "-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File", scriptPath("deploy.ps1")],
  ...words,
];

const RUNNERS = [
  {
    name: "the built tool",
    install: (bundle: string, root: string) => built("deploy", bundle, "--root", root),
    whatIf: (bundle: string, root: string) => built("deploy", bundle, "--root", root, "--what-if"),
    rollback: (root: string) => built("rollback", "--root", root, "--install", INSTALL),
  },
  {
    name: "deploy.ps1",
    install: (bundle: string, root: string) => script("-Bundle", bundle, "-Root", root),
    whatIf: (bundle: string, root: string) => script("-Bundle", bundle, "-Root", root, "-WhatIf"),
    rollback: (root: string) => script("-Rollback", "-Root", root, "-Install", INSTALL),
  },
];

const UNWRITTEN = /standard output cannot be written: (?:the disk is full|No space left on device)/i;

describe.each(RUNNERS)("$name on a full disk", { timeout: 120_000 }, ({ install, whatIf, rollback }) => {
  test("[D4] the exit code of a deploy and a rollback says what happened to the installation", async () => {
    const here = new Workstation(inProcess, "tool");
    const installed = onFullDisk(install(here.swap(), here.root));
    expect(installed.err).toMatch(UNWRITTEN);
    expect(installed.err).toMatch(/the exit code is that of the run\.?\r?\n$/);
    expect(installed.code).toBe(0);
    expect(livePairs(here.root)).toEqual(wantedPairs("production"));

    const refused = onFullDisk(install(here.swap({ tier: "pilot" }), here.root));
    expect(refused.err).toMatch(/environment 'production' is installed/i);
    expect(refused.code).toBe(10);

    const back = onFullDisk(rollback(here.root));
    expect(back.err).toMatch(UNWRITTEN);
    expect(back.code).toBe(0);
    expect(livePairs(here.root)).not.toEqual(wantedPairs("production"));
  });

  test("[D3] a preview that cannot be printed is 2, and changes nothing", async () => {
    const here = new Workstation(inProcess, "hand-made");
    const before = here.state;
    const { code, err } = onFullDisk(whatIf(here.swap(), here.root));
    expect(err).toMatch(UNWRITTEN);
    expect(code).toBe(2);
    expect(here.state).toEqual(before);
  });
});

test("a line that standard error cannot take ends no command: neither one that works, nor one that fails", () => {
  // an earlier word for a command prints a line about the new one before it runs
  const usual = spawnSync(process.execPath, built("captures", "--store", ".").slice(1), { encoding: "utf8" });
  expect(usual.stderr).toContain("capture list");
  const full = onFullDisk(built("captures", "--store", "."), "err");
  expect(full).toEqual({ code: usual.status, out: usual.stdout, err: "" });
  expect(onFullDisk(built("check", "no-such-environment"), "err").code).toBe(2);
});
