import { readFileSync } from "node:fs";
import { systemCode } from "../kernel/index.ts";

/** True when a process of that number runs on this machine, whoever it belongs to: a staging folder that names it is in use. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
  return !isOver(pid);
}

/** Linux: a process that has ended keeps its number until somebody asks how it ended, in a container without such a one for ever (proc(5), stat). */
function isOver(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}
