import { closeSync, fstatSync, openSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { crypto } from "./crypto.ts";

/**
 * Returns the current time of the file system that holds `folder`, in milliseconds: the timestamp of a file that it creates there and deletes.
 * A file share has the clock of its server, so the local clock does not show the age of its files. Returns null if nothing can be written
 * there.
 */
export function fileClock(folder: string): number | null {
  const path = join(folder, `clock-${crypto().randomBytes(6).toString("hex")}`);
  try {
    const descriptor = openSync(path, "wx");
    try {
      return fstatSync(descriptor).mtimeMs;
    } finally {
      closeSync(descriptor);
      unlinkSync(path); // unlinkSync, because rmSync would load the code that deletes whole trees
    }
  } catch {
    return null;
  }
}
