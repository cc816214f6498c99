import { closeSync, fstatSync, openSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { crypto } from "./crypto.ts";

/**
 * What time it is for the file system that holds `folder`, in milliseconds: the time of a file that is made there. A share's server has a
 * clock of its own, so ours says nothing of how old a file is. null where nothing can be written.
 */
export function fileClock(folder: string): number | null {
  const path = join(folder, `clock-${crypto().randomBytes(6).toString("hex")}`);
  try {
    const descriptor = openSync(path, "wx");
    try {
      return fstatSync(descriptor).mtimeMs;
    } finally {
      closeSync(descriptor);
      unlinkSync(path); // rmSync loads code for whole trees
    }
  } catch {
    return null;
  }
}
