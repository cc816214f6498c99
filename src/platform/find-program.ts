import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { partsBelow } from "./confined.ts";

/**
 * Where a program of the machine lies, by PATH, or null. Never in the current folder, as Windows would look there first, nor anywhere below
 * `outside`: a file of a checkout is not a program of the machine.
 */
export function findProgram(name: string, outside: string): string | null {
  const file = process.platform === "win32" ? `${name}.exe` : name;
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const path = join(folder, file);
    try {
      if (!statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
      accessSync(path, constants.X_OK);
      if (partsBelow(outside, path) === null && partsBelow(outside, realpathSync.native(path)) === null) return path;
    } catch {
      // not to be executed or looked at: the next
    }
  }
  return null;
}
