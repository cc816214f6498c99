import { homedir } from "node:os";

/** Returns the user's home folder; "" if there is none. */
export function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return "";
  }
}
