import { executableAt } from "./executable.ts";
import { inProcess } from "./in-process.ts";
import { powerShell } from "./powershell.ts";
import type { Runner } from "./runner.ts";

const complete = process.env.TIERWRIGHT_CONFORMANCE !== undefined;
const shell = complete ? powerShell() : null;
if (complete && shell === null) console.log("NOT RUN: deploy.ps1: no PowerShell was found (TIERWRIGHT_PWSH names one)");

const file = complete ? process.env.TIERWRIGHT_EXECUTABLE : undefined;
const executable = executableAt(file);
if (complete && executable === null)
  console.log(`NOT RUN: the executable: ${file ? `${file} is not there` : "TIERWRIGHT_EXECUTABLE names no file"}`);

/** The runners that every case is played on: the built-in one, and in a conformance run deploy.ps1 where a PowerShell is found. */
export const RUNNERS: readonly Runner[] = [inProcess, ...(shell ? [shell] : [])];

/** Those that a case without a fault is played on: the executable of a release, too, where TIERWRIGHT_EXECUTABLE names it. */
export const PLAYED: readonly Runner[] = [...RUNNERS, ...(executable ? [executable] : [])];
