#!/usr/bin/env node
import { resolve } from "node:path";

/** Runs the command. Its code is loaded here, so that an older Node gets words and not an error of its loader. */
async function main(): Promise<void> {
  if (!process.getBuiltinModule) {
    console.error(
      `tierwright: this is Node ${process.version}, and 20.19 is the oldest that it runs on\n  start it with a newer one`,
    );
    process.exit(2);
  }
  process.exitCode = 4; // a command that never ends has failed
  const { enableCompileCache } = process.getBuiltinModule("node:module") as { enableCompileCache?: (folder: string) => unknown };
  if (enableCompileCache) (await import("./platform/compile-cache.ts")).keepCompiledCode(enableCompileCache);
  const { runCommandLine } = await import("./cli/main.ts");
  process.exitCode = await runCommandLine(process.argv.slice(2), resolve);
}

void main();
