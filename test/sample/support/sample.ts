import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
export const RELEASES = ["2506", "2606"] as const;

export function bytesOf(path: string): Buffer {
  return readFileSync(join(ROOT, path));
}

/** Files below a folder of the repository, sorted, with '/', relative to that folder. */
export function filesBelow(folder: string, root = ROOT): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(join(root, folder).length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}

export interface LockedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly class?: number;
}
