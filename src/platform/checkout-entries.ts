import type { FileSystem } from "./file-system.ts";

/** What lies below a folder. */
export interface Entry {
  readonly path: string;
  readonly link: boolean;
  /** The commit of a submodule, which decides what lies in its folder; null: it is none. */
  readonly commit: string | null;
}

/** The folders on the way to a path, and the path. */
export const wayTo = (path: string): readonly string[] => path.split("/").map((_, i, all) => all.slice(0, i + 1).join("/"));

/** A checkout as its files lie, with the commits of its submodules. */
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

/** Paths below one of a checkout, links as files: none is followed, and no submodule is looked into. */
function* walk(checkout: Checkout, path: string): Generator<Entry> {
  const entry = path === "" ? "folder" : entryAt(checkout, path);
  if (entry !== "folder") return entry ? yield entry : undefined;
  for (const { name } of checkout.files.names(path)) {
    if (name !== "node_modules" && name.toLowerCase() !== ".git") yield* walk(checkout, path === "" ? name : `${path}/${name}`);
  }
}

/** Submodules on the way to a path or below it, on disk or not; then the same, or what stands in the place of a folder on the way. */
export function* walkTo(checkout: Checkout, path: string): Generator<Entry> {
  for (const [at, commit] of checkout.submodules)
    if (path === "" || `${at}/`.startsWith(`${path}/`) || path.startsWith(`${at}/`)) yield { path: at, link: false, commit };
  for (const above of wayTo(path).slice(0, -1)) {
    const entry = entryAt(checkout, above);
    if (entry !== "folder") return entry ? yield entry : undefined;
  }
  yield* walk(checkout, path);
}
