import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A built entry beside the running bundle, or above its parts; null when the code runs from its sources (tests). */
export function builtEntry(name: string): string | null {
  const candidates = [`./${name}`, `../${name}`].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return candidates.find((path) => existsSync(path)) ?? null;
}
