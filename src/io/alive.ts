import { systemCode } from "../diagnostic/errno-words.ts";

/** True when a process of that number runs on this machine, whoever it belongs to: a staging folder that names it is in use. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}
