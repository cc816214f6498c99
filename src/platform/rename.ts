import { renameSync } from "node:fs";
import { systemCode } from "../kernel/index.ts";

const ATTEMPTS = 20;
const PAUSE_MS = 50;

/** Renames; on Windows it waits a moment for a virus scanner or indexer that holds a fresh file or folder. Throws the system's error. */
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
