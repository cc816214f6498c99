import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** 10,000 environments with every rival's output stay below this. */
const ENOUGH = 2 * 1024 ** 3;

function inMemory() {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH;
  } catch {
    return false;
  }
}

/**
 * A folder of its own for one benchmark; in memory where the system has such a place, so that programs are measured and not the disk.
 * @param {string | undefined} parent asked for on the command line
 */
export function workspace(parent) {
  const base = parent ?? (inMemory() ? MEMORY : tmpdir());
  const folder = mkdtempSync(join(base, "tierwright-bench-"));
  const where =
    parent === undefined ? (base === MEMORY ? "files in memory" : "files in the temporary folder") : "files in the folder given";
  return { folder, where, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}
