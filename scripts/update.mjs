#!/usr/bin/env node
/** Runs the tests so that test cases write their actual results as the new expectations; arguments limit the run. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./bundle/options.mjs";

const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
// the flag comes last, because before a file name it would take that name for its value, and run everything
const args = [vitest, "run", "--project=unit", ...process.argv.slice(2), "--update"];
const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, UPDATE: "1" } });
process.exitCode = status ?? 1;
