import { createHash } from "node:crypto";
import type { FileRecord, TreeRecord } from "./manifest.ts";

/** By UTF-16 code units: the order of every list of files, and what PowerShell calls ordinal. */
export const ordinal = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The digest of a whole tree: lower-case hex SHA-256 over `path\nsize\nsha256\n` of every file in ordinal order (D4). Paths are relative
 * to the tree, with '/'; the order of the argument does not count, nor do empty folders.
 */
export function treeDigest(files: readonly FileRecord[]): string {
  const hash = createHash("sha256");
  for (const { path, size, sha256 } of [...files].sort((a, b) => ordinal(a.path, b.path)))
    hash.update(`${path}\n${size}\n${sha256}\n`);
  return hash.digest("hex");
}

/** Where the plug-in's tree lies in a bundle. */
export const PLUGIN_PREFIX = "plugin/";

/** The rows of the plug-in's tree among a bundle's files, each with its path in the tree. */
export const pluginRows = (files: readonly FileRecord[]): readonly FileRecord[] =>
  files.flatMap((file) =>
    file.path.startsWith(PLUGIN_PREFIX) ? [{ ...file, path: file.path.slice(PLUGIN_PREFIX.length) }] : [],
  );

/** The plug-in's tree among a bundle's files. */
export function pluginTree(files: readonly FileRecord[]): TreeRecord {
  const rows = pluginRows(files);
  return { sha256: treeDigest(rows), files: rows.length };
}
