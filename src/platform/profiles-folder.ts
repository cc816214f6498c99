import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Host } from "./host.ts";

/** Returns the folder of this user's profiles (docs/probe.md#profiles); null if the system has no folder for settings. */
export function profilesFolder(env: Host["env"]): string | null {
  const name = ["tierwright", "profiles"];
  if (process.platform === "win32") {
    const folder = env("APPDATA");
    return folder && isAbsolute(folder) ? join(folder, ...name) : null;
  }
  const folder = env("XDG_CONFIG_HOME");
  if (folder && isAbsolute(folder)) return join(folder, ...name);
  try {
    return join(homedir(), ".config", ...name);
  } catch {
    return null; // a user without a home folder has no folder for profiles
  }
}
