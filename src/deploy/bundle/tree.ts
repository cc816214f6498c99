import { createHash } from "node:crypto";
import type { FileRecord, TreeRecord } from "./manifest.ts";

/**
 * Compares two texts by UTF-16 code units ("ordinal" in PowerShell), the order of file lists in manifests and receipts. Returns -1, 0 or 1.
 */
export const ordinal = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Returns the digest of a whole folder tree: lower-case hex SHA-256 over `path\nsize\nsha256\n` of every file in the order of `ordinal`
 * (requirement D4). Paths are relative to the folder, with '/'. The order of `files` does not matter, and empty folders do not count.
 */
export function treeDigest(files: readonly FileRecord[]): string {
  const hash = createHash("sha256");
  for (const { path, size, sha256 } of [...files].sort((a, b) => ordinal(a.path, b.path)))
    hash.update(`${path}\n${size}\n${sha256}\n`);
  return hash.digest("hex");
}

/** The longest path in characters that a Windows program can open without long-path support. */
export const LONGEST_WINDOWS_PATH = 259;

/** The path prefix of the entries of a bundle that are files of the plug-in folder. */
export const PLUGIN_PREFIX = "plugin/";

/** Returns the files of a bundle that belong to the plug-in folder, with paths relative to that folder. */
export const pluginRows = (files: readonly FileRecord[]): readonly FileRecord[] =>
  files.flatMap((file) =>
    file.path.startsWith(PLUGIN_PREFIX) ? [{ ...file, path: file.path.slice(PLUGIN_PREFIX.length) }] : [],
  );

/** Returns the digest and number of the files of a bundle that belong to the plug-in folder. */
export function pluginTree(files: readonly FileRecord[]): TreeRecord {
  const rows = pluginRows(files);
  return { sha256: treeDigest(rows), files: rows.length };
}
