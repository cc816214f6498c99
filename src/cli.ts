#!/usr/bin/env node
import { resolve } from "node:path";

/** The command. What it needs is loaded here, so that an older Node is told in words and not by an error of its loader. */
async function main(): Promise<void> {
  if (!process.getBuiltinModule) {
    console.error(
      `tierwright: this is Node ${process.version}, and 20.19 is the oldest that it runs on\n  start it with a newer one`,
    );
    process.exit(2);
  }
  process.exitCode = 4; // a command that never ends has failed
  const { inWords, processHost } = await import("./platform/process-host.ts");
  const { dispatch } = await import("./cli/dispatch.ts");
  process.exitCode = await inWords(() => dispatch(process.argv.slice(2), processHost(), resolve));
}

void main();
