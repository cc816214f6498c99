#!/usr/bin/env node
import { resolve } from "node:path";

/**
 * Runs a tierwright command. Loads its code only after the check of Node's version, so that an older Node prints a sentence and no loader
 * error.
 */
async function main(): Promise<void> {
  if (!process.getBuiltinModule) {
    console.error(`tierwright: Node ${process.version} is too old: 20.19 or newer is required\n  run it with a newer Node`);
    process.exit(2);
  }
  process.exitCode = 4; // the exit code if the process ends before the command has resolved, such as when nothing is left to wait for
  const { enableCompileCache } = process.getBuiltinModule("node:module") as { enableCompileCache?: (folder: string) => unknown };
  if (enableCompileCache) (await import("./platform/compile-cache.ts")).keepCompiledCode(enableCompileCache);
  const { runCommandLine } = await import("./cli/main.ts");
  process.exitCode = await runCommandLine(process.argv.slice(2), resolve);
}

void main();
