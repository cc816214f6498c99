import { readFileSync, readdirSync, readlinkSync, statSync } from "node:fs";
import { sep } from "node:path";
import type { ToolProcess } from "./machine.ts";
import { POWERSHELL } from "./windows-rights.ts";

type Run = (argv: readonly string[]) => Promise<{ readonly code: number; readonly stdout: string }>;

/**
 * Returns the path in `programs` that is below the folder, or null. For a java program elsewhere, returns an argument that names the
 * folder. Ignores case on Windows.
 */
function below(folder: string, programs: readonly string[], words: readonly string[], windows: boolean): string | null {
  const fold = (text: string) => (windows ? text.replaceAll("/", "\\").toLowerCase() : text);
  const prefix = fold(folder.endsWith(sep) ? folder : folder + sep);
  const program = programs.find((text) => fold(text).startsWith(prefix));
  if (program !== undefined) return program;
  const java = programs.some((text) => /(?:^|[\\/])javaw?(?:\.exe)?$/i.test(text));
  return (java && words.find((text) => fold(text).includes(prefix))) || null;
}

function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null; // the process has ended, or belongs to another user
  }
}

function linuxProcesses(folder: string): readonly ToolProcess[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const program = attempt(() => readlinkSync(`/proc/${name}/exe`));
      const words = attempt(() => readFileSync(`/proc/${name}/cmdline`, "utf8"))?.split("\0") ?? [];
      const path = below(folder, [...(program ? [program] : []), ...words.slice(0, 1)], words, false);
      if (path === null) return [];
      const started = attempt(() => statSync(`/proc/${name}`).mtime.toISOString());
      const comm = attempt(() => readFileSync(`/proc/${name}/comm`, "utf8").trim()) ?? "process";
      return [{ pid: Number(name), name: comm, user: null, path, started }];
    });
}

const QUERY =
  "Get-CimInstance Win32_Process | ForEach-Object { $o = $_ | Invoke-CimMethod -MethodName GetOwner -ErrorAction SilentlyContinue; " +
  "$s = ''; if ($_.CreationDate) { $s = $_.CreationDate.ToUniversalTime().ToString('yyyy-MM-ddTHH:mm:ssZ') }; " +
  "[string]::Join([char]9, @($_.ProcessId, $_.Name, $o.User, $s, $_.ExecutablePath, $_.CommandLine)) }";

/**
 * Returns the processes below a folder from Windows' own PowerShell. Returns none if the query fails: the swap's rename detects use anyway.
 */
async function windowsProcesses(folder: string, run: Run): Promise<readonly ToolProcess[]> {
  const answer = await run([POWERSHELL, "-NoProfile", "-NonInteractive", "-Command", QUERY]).catch(() => null);
  return (answer?.stdout ?? "").split(/\r?\n/).flatMap((line) => {
    const [pid = "", name = "", user = "", started = "", program = "", command = ""] = line.split("\t");
    const first = /^\s*(?:"([^"]+)"|(\S+))/.exec(command);
    const path = below(folder, [program, first?.[1] ?? first?.[2] ?? ""], [command], true);
    if (path === null || Number(pid) === process.pid) return [];
    return [{ pid: Number(pid), name, user: user || null, path, started: started || null }];
  });
}

/**
 * Returns the processes whose program is below a folder: the modeling tool itself, and the java that it brings (<install>/jre/bin, D3). The
 * result is only for messages: whether the swap's rename succeeds decides whether the plug-in is in use.
 */
export async function processesBelow(folder: string, run: Run): Promise<readonly ToolProcess[]> {
  if (process.platform === "win32") return windowsProcesses(folder, run);
  return process.platform === "linux" ? linuxProcesses(folder) : [];
}
