import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { partsBelow } from "./confined.ts";

/**
 * Returns the path of a program in PATH; null if there is none. Never returns one in the current folder, which Windows would search first,
 * or below the folder `outside`, a checkout: a file that came with a commit must not be run as a program.
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
      // if the file cannot be executed or accessed, the next folder of PATH is tried
    }
  }
  return null;
}
