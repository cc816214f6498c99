import { renameSync } from "node:fs";
import { systemCode } from "../kernel/index.ts";

const ATTEMPTS = 20;
const PAUSE_MS = 50;

/** Renames a file or folder. On Windows, retries for a moment while a virus scanner or indexer holds it. Throws the system's error. */
export function renameWithPatience(from: string, to: string): void {
  for (let attempt = 0; ; attempt++) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      const code = systemCode(error);
      if (attempt >= ATTEMPTS || process.platform !== "win32" || !["EPERM", "EACCES", "EBUSY"].includes(code)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
