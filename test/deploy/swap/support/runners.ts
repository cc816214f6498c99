import { inProcess } from "./in-process.ts";
import { powerShell } from "./powershell.ts";
import type { Runner } from "./runner.ts";

const complete = process.env.TIERWRIGHT_CONFORMANCE !== undefined;
const shell = complete ? powerShell() : null;
if (complete && shell === null) console.log("NOT RUN: deploy.ps1: no PowerShell was found (TIERWRIGHT_PWSH names one)");

/** The runners that every case is played on: the built-in one, and in a conformance run deploy.ps1 where a PowerShell is found. */
export const RUNNERS: readonly Runner[] = [inProcess, ...(shell ? [shell] : [])];
