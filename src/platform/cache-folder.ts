import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Host } from "./host.ts";

/** Returns Tierwright's folder in the system's location for this user's caches. Returns null if the system states no such location. */
export function cacheFolder(env: Host["env"]): string | null {
  const [XDG_CACHE_HOME, LOCALAPPDATA] = [env("XDG_CACHE_HOME"), env("LOCALAPPDATA")];
  if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, "tierwright");
  try {
    if (process.platform === "win32") return LOCALAPPDATA && isAbsolute(LOCALAPPDATA) ? join(LOCALAPPDATA, "tierwright") : null;
    return join(homedir(), ...(process.platform === "darwin" ? ["Library", "Caches"] : [".cache"]), "tierwright");
  } catch {
    return null; // a user without a home has no cache folder
  }
}
