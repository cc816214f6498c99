import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Returns the path of a built entry beside the running bundle, or in the folder above it. Returns null if the code runs from its sources (tests). */
export function builtEntry(name: string): string | null {
  const candidates = [`./${name}`, `../${name}`].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return candidates.find((path) => existsSync(path)) ?? null;
}
