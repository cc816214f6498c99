import { createHash } from "node:crypto";
import type { FileRecord, TreeRecord } from "./manifest.ts";

/** Compares by UTF-16 code units: the order of every list of files, called ordinal in PowerShell. */
export const ordinal = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Returns the digest of a whole tree: lower-case hex SHA-256 over `path\nsize\nsha256\n` of every file in ordinal order (D4). Paths are relative to
 * the tree, with '/'. The order of the argument and empty folders do not matter.
 */
export function treeDigest(files: readonly FileRecord[]): string {
  const hash = createHash("sha256");
  for (const { path, size, sha256 } of [...files].sort((a, b) => ordinal(a.path, b.path)))
    hash.update(`${path}\n${size}\n${sha256}\n`);
  return hash.digest("hex");
}

/** The folder of the plug-in's tree in a bundle. */
export const PLUGIN_PREFIX = "plugin/";

/** Returns the files of the plug-in's tree in a bundle, with paths relative to the tree. */
export const pluginRows = (files: readonly FileRecord[]): readonly FileRecord[] =>
  files.flatMap((file) =>
    file.path.startsWith(PLUGIN_PREFIX) ? [{ ...file, path: file.path.slice(PLUGIN_PREFIX.length) }] : [],
  );

/** Returns the digest and file count of the plug-in's tree in a bundle. */
export function pluginTree(files: readonly FileRecord[]): TreeRecord {
  const rows = pluginRows(files);
  return { sha256: treeDigest(rows), files: rows.length };
}
