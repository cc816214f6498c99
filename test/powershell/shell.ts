import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { notRun } from "../support/not-run.ts";

/** Absolute path of a file of the project's powershell folder. */
export const scriptPath = (name: string): string => fileURLToPath(new URL(`../../powershell/${name}`, import.meta.url));

function answers(program: string): boolean {
  return spawnSync(program, ["-NoProfile", "-NonInteractive", "-Command", "exit 0"], { stdio: "ignore" }).status === 0;
}

/** The PowerShell that TIERWRIGHT_PWSH names, else `pwsh` or `powershell`; null where there is none. */
export function findShell(): string | null {
  const named = process.env.TIERWRIGHT_PWSH;
  const candidates = named ? [named] : ["pwsh", "powershell"];
  return candidates.find(answers) ?? null;
}

/** The PowerShell for the running test, which is taken out of the run where there is none. */
export const shellHere = (): string => findShell() ?? notRun("no PowerShell was found; TIERWRIGHT_PWSH names one");

/** Runs PowerShell text after dot-sourcing deploy.ps1; `$Folder` is a temporary folder that holds `input.json`. Its standard output. */
export function inDeployScript(shell: string, text: string, input: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), "tierwright-powershell-"));
  const quoted = (path: string) => `'${path.replaceAll("'", "''")}'`;
  try {
    writeFileSync(join(folder, "input.json"), JSON.stringify(input));
    const lines = [`. ${quoted(scriptPath("deploy.ps1"))}`, `$Folder = ${quoted(folder)}`, text];
    writeFileSync(join(folder, "run.ps1"), lines.join("\r\n"));
    const run = spawnSync(
      shell,
      ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File", join(folder, "run.ps1")],
      {
        encoding: "utf8",
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    if (run.status !== 0) throw new Error(`PowerShell ended with ${run.status}: ${run.stderr}${run.stdout}`);
    return run.stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
