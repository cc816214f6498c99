import { inWords, processHost } from "../platform/index.ts";
import { dispatch } from "./dispatch.ts";

/**
 * Runs one command line on this machine.
 * @param join makes a path absolute
 * @returns the exit code
 */
export const runCommandLine = (argv: readonly string[], join: (a: string, b: string) => string) =>
  inWords(() => dispatch(argv, processHost(), join));
