import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../diagnostic/refusal.ts";
import { describeError } from "./repository-files.ts";

/** The bytes of a file that was named on the command line; what cannot be read is wrong use (exit 2). */
export function readNamedFile(cwd: string, path: string): Buffer {
  try {
    return readFileSync(resolve(cwd, path));
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${describeError(error)}`, "name a readable file");
  }
}
