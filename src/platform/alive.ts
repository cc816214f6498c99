import { readFileSync } from "node:fs";
import { systemCode } from "../kernel/index.ts";

/** Returns whether a process with this id runs on this machine, of any user. A staging folder named after a running process is in use. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
  return !isOver(pid);
}

/**
 * Returns whether a process is a zombie. On Linux, an ended process keeps its id until its parent reaps it; a container without an init
 * process never does (proc(5), stat).
 */
function isOver(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}
