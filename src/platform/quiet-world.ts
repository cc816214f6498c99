import { availableParallelism } from "node:os";
import { wrongUse } from "../kernel/index.ts";
import type { RunWorld } from "./host.ts";

const none = (what: string) => Promise.reject(wrongUse(`${what} is not available in the library`, "use the command for it"));

/**
 * Returns the `RunWorld` of a program that uses Tierwright as a library: clock and number of processors; no environment variable, no name
 * service, no other program.
 */
export const quietWorld = (): RunWorld => ({
  env: () => undefined,
  run: () => none("starting a program"),
  resolve: () => none("asking for the address of a host"),
  now: () => new Date(),
  processors: availableParallelism(),
});
