import { homedir } from "node:os";

/** "" for a user who has none. */
export function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return "";
  }
}
