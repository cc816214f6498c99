import { resolve } from "node:path";
import { dispatch } from "./cli/index.ts";
import { inWords, processHost } from "./platform/index.ts";

/** The command. A worker thread loads this file with the others of its part, and calls its own `main` (worker.ts). */
export function main(): void {
  process.exitCode = 4; // a command that never ends has failed
  // not awaited: a command's code may lie in the file that is being loaded here, and would wait for its end
  inWords(() => dispatch(process.argv.slice(2), processHost(), resolve)).then((code) => {
    process.exitCode = code;
  });
}
