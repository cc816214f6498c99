import type { FileSystem } from "./file-system.ts";

/** A file, symbolic link or submodule of a checkout. */
export interface Entry {
  readonly path: string;
  readonly link: boolean;
  /** The commit of a submodule, which determines the content of its folder; null for anything else. */
  readonly commit: string | null;
}

/** Returns the folders that lead to a path, and the path itself. */
export const wayTo = (path: string): readonly string[] => path.split("/").map((_, i, all) => all.slice(0, i + 1).join("/"));

/** A checkout: its files as they are on disk, and the commit of each submodule by path. */
export interface Checkout {
  readonly files: FileSystem;
  readonly submodules: ReadonlyMap<string, string>;
}

function entryAt({ files, submodules }: Checkout, path: string): Entry | "folder" | null {
  if (submodules.has(path)) return null;
  const stat = files.lstat(path);
  if (stat?.isDirectory()) return "folder";
  return stat ? { path, link: stat.isSymbolicLink(), commit: null } : null;
}

/** Yields the files and symbolic links at or below a path of the checkout. Follows no link and enters no submodule. */
function* walk(checkout: Checkout, path: string): Generator<Entry> {
  const entry = path === "" ? "folder" : entryAt(checkout, path);
  if (entry !== "folder") return entry ? yield entry : undefined;
  for (const { name } of checkout.files.names(path)) {
    if (name !== "node_modules" && name.toLowerCase() !== ".git") yield* walk(checkout, path === "" ? name : `${path}/${name}`);
  }
}

/**
 * Yields the submodules of a checkout at, above or below a path, whether they are on disk or not. Then yields the files and symbolic links
 * at or below the path. If a file or link is in the place of a folder above the path, yields that file or link instead.
 */
export function* walkTo(checkout: Checkout, path: string): Generator<Entry> {
  for (const [at, commit] of checkout.submodules)
    if (path === "" || `${at}/`.startsWith(`${path}/`) || path.startsWith(`${at}/`)) yield { path: at, link: false, commit };
  for (const above of wayTo(path).slice(0, -1)) {
    const entry = entryAt(checkout, above);
    if (entry !== "folder") return entry ? yield entry : undefined;
  }
  yield* walk(checkout, path);
}
