import { randomBytes } from "node:crypto";
import { statfsSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { dirname, sep } from "node:path";
import type { SwapWorld } from "./machine.ts";
import type { Host } from "./host.ts";
import { swapFiles } from "./swap-files.ts";
import { lockHolder } from "./lock-holder.ts";
import { lockFolder } from "./swap-lock.ts";
import { processesBelow } from "./swap-processes.ts";

/** The time for which a rename is retried while Windows' scanners and indexers hold a fresh file, in milliseconds. */
const PATIENCE = 30_000;

function freeBytes(folder: string): number | null {
  for (let at = folder; ; at = dirname(at)) {
    try {
      const { bavail, bsize } = statfsSync(at);
      return bavail * bsize;
    } catch {
      if (dirname(at) === at) return null;
    }
  }
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "unknown"; // an account without an entry in the user database
  }
}

/** Changes the working directory if it is at or below a folder: Windows keeps it open, which would block the folder's rename. */
function leave(folder: string): string | null {
  const fold = (path: string) => (process.platform === "win32" ? path.toLowerCase() : path);
  try {
    const stood = process.cwd();
    if (!fold(stood + sep).startsWith(fold(folder + sep))) return null;
    process.chdir(dirname(dirname(folder)));
    return stood;
  } catch {
    return null; // the working directory was deleted, or cannot be changed: then the rename of the folder fails with the reason
  }
}

/** Returns the `SwapWorld` of this machine. The swap calls `reached` before each step, to report progress. */
export function machineWorld(host: Pick<Host, "now" | "run">, reached: SwapWorld["reached"]): SwapWorld {
  const windows = process.platform === "win32";
  return {
    files: swapFiles,
    machine: hostname(),
    user: userName(),
    windows,
    patience: windows ? PATIENCE : 0,
    now: host.now,
    token: () => randomBytes(3).toString("hex"),
    pause: (milliseconds) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds),
    free: freeBytes,
    leave,
    processes: (folder) => processesBelow(folder, host.run),
    lock: lockFolder,
    lockHolder,
    reached,
  };
}
