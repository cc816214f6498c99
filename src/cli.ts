#!/usr/bin/env node
import { resolve } from "node:path";

/** Runs the command. Loads its code only after the version check, so that an older Node prints a sentence and not a loader error. */
async function main(): Promise<void> {
  if (!process.getBuiltinModule) {
    console.error(`tierwright: Node ${process.version} is too old: 20.19 or newer is required\n  run it with a newer Node`);
    process.exit(2);
  }
  process.exitCode = 4; // the exit code if the process ends although the command below has not
  const { enableCompileCache } = process.getBuiltinModule("node:module") as { enableCompileCache?: (folder: string) => unknown };
  if (enableCompileCache) (await import("./platform/compile-cache.ts")).keepCompiledCode(enableCompileCache);
  const { runCommandLine } = await import("./cli/main.ts");
  process.exitCode = await runCommandLine(process.argv.slice(2), resolve);
}

void main();
