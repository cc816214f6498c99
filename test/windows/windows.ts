import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { atFileEnd } from "../support/file-end.ts";
import { inProcess } from "../deploy/swap/support/in-process.ts";
import { powerShell } from "../deploy/swap/support/powershell.ts";
import type { Runner } from "../deploy/swap/support/runner.ts";

/** These tests mean nothing anywhere else: there they are skipped, and named as not run. */
export const ON_WINDOWS = process.platform === "win32";

const shell = ON_WINDOWS ? powerShell() : null;

/** Both runners; deploy.ps1 with the PowerShell that TIERWRIGHT_PWSH names. Elsewhere the built-in one alone, so that the tests have names. */
export const RUNNERS: readonly Runner[] = [inProcess, ...(shell ? [shell] : [])];

function powershell(script: string, values: Readonly<Record<string, string>>): ChildProcessWithoutNullStreams {
  const words = ["-NoProfile", "-NonInteractive", "-Command", `$ErrorActionPreference = 'Stop'; ${script}`];
  const child = spawn("powershell.exe", words, { env: { ...process.env, ...values }, windowsHide: true });
  atFileEnd(() => child.kill());
  return child;
}

/**
 * Another process opens the file for reading without delete sharing, as a JVM opens its jars (JDK-8224794). `seconds`: how long;
 * null: until `release`.
 */
export async function held(path: string, seconds: number | null = null): Promise<{ release(): Promise<void> }> {
  const until = seconds === null ? "[void][Console]::In.ReadLine()" : `Start-Sleep -Seconds ${seconds}`;
  const script = `$f = [IO.File]::Open($env:HELD, 'Open', 'Read', 'Read'); [Console]::Out.WriteLine('held'); ${until}; $f.Dispose()`;
  const child = powershell(script, { HELD: path });
  await once(child.stdout, "data");
  return {
    async release() {
      child.stdin.end("\n");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

/** The standard output of a line of Windows PowerShell; values arrive as variables of the environment. */
export function said(script: string, values: Readonly<Record<string, string>>): string {
  const words = ["-NoProfile", "-NonInteractive", "-Command", `$ErrorActionPreference = 'Stop'; ${script}`];
  const found = spawnSync("powershell.exe", words, { encoding: "utf8", env: { ...process.env, ...values } });
  if (found.status !== 0) throw new Error(`${script}: ${found.stderr}`);
  return found.stdout.trim();
}
