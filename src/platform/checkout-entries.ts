import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** What lies below a folder. */
export interface Entry {
  readonly path: string;
  readonly link: boolean;
  /** The commit of a submodule, which decides what lies in its folder; null: it is none. */
  readonly commit: string | null;
}

/** The folders on the way to a path, and the path. */
export const wayTo = (path: string): readonly string[] => path.split("/").map((_, i, all) => all.slice(0, i + 1).join("/"));

/** A checkout on disk, with the commits of its submodules. */
export interface Disk {
  readonly root: string;
  readonly submodules: ReadonlyMap<string, string>;
}

function entryAt({ root, submodules }: Disk, path: string): Entry | "folder" | null {
  if (submodules.has(path)) return null;
  const stat = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (stat?.isDirectory()) return "folder";
  return stat ? { path, link: stat.isSymbolicLink(), commit: null } : null;
}

/** Paths below one of a disk, links as files: none is followed, and no submodule is looked into. */
function* walk(disk: Disk, path: string): Generator<Entry> {
  const entry = path === "" ? "folder" : entryAt(disk, path);
  if (entry !== "folder") return entry ? yield entry : undefined;
  for (const { name } of readdirSync(join(disk.root, path), { withFileTypes: true })) {
    if (name !== "node_modules" && name.toLowerCase() !== ".git") yield* walk(disk, path === "" ? name : `${path}/${name}`);
  }
}

/** Submodules on the way to a path or below it, on disk or not; then the same, or what stands in the place of a folder on the way. */
export function* walkTo(disk: Disk, path: string): Generator<Entry> {
  for (const [at, commit] of disk.submodules)
    if (path === "" || `${at}/`.startsWith(`${path}/`) || path.startsWith(`${at}/`)) yield { path: at, link: false, commit };
  for (const above of wayTo(path).slice(0, -1)) {
    const entry = entryAt(disk, above);
    if (entry !== "folder") return entry ? yield entry : undefined;
  }
  yield* walk(disk, path);
}
