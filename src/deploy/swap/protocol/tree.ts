import { join } from "node:path";
import type { FileRecord, TreeRecord } from "../../bundle/manifest.ts";
import { ordinal, treeDigest } from "../../bundle/tree.ts";
import { refusal } from "./outcome.ts";
import type { SwapFiles } from "../../../platform/index.ts";

/** The files of a folder with the digest over them, and a text of their names, sizes and times (`stamp`) that shows later changes. */
export interface ListedTree {
  readonly files: readonly FileRecord[];
  readonly record: TreeRecord;
  readonly stamp: string;
}

interface Found {
  readonly path: string;
  readonly size: number;
  readonly modified: number;
}

/**
 * Returns every file below a folder with its path, in ordinal order. Throws a refusal for a symbolic link, which no plug-in folder of a kit
 * has.
 * @param odd collects the paths of links instead of refusing them; null to refuse
 */
export function filesBelow(files: SwapFiles, folder: string, odd: string[] | null = null): readonly Found[] {
  const found: Found[] = [];
  const walk = (at: string, prefix: string): void => {
    for (const name of files.list(at)) {
      const path = join(at, name);
      const stat = files.stat(path);
      if (!stat) continue;
      if (stat.kind === "folder") walk(path, `${prefix}${name}/`);
      else if (stat.kind === "file") found.push({ path: prefix + name, size: stat.size, modified: stat.modified });
      else if (odd) odd.push(path);
      else throw refusal(`${path} is a link or special file`, "a plug-in folder holds ordinary files; remove the link");
    }
  };
  walk(folder, "");
  return found.sort((a, b) => ordinal(a.path, b.path));
}

const stampOf = (found: readonly Found[]): string =>
  found.map((file) => `${file.path}\n${file.size}\n${file.modified}\n`).join("");

/** Returns the names, sizes and times of a folder's files as one text, by which changes are found; null if there is no folder. */
export function stampBelow(files: SwapFiles, folder: string): string | null {
  return files.stat(folder)?.kind === "folder" ? stampOf(filesBelow(files, folder)) : null;
}

export function recordOf(list: readonly FileRecord[]): TreeRecord {
  return { sha256: treeDigest(list), files: list.length };
}

/**
 * Reads and hashes every file below a folder; returns null if there is no folder. Throws a refusal for a symbolic link.
 * @param odd collects the paths of links instead of refusing them; null to refuse
 */
export function listTree(files: SwapFiles, folder: string, odd: string[] | null = null): ListedTree | null {
  if (files.stat(folder)?.kind !== "folder") return null;
  const found = filesBelow(files, folder, odd);
  const list = found.map(({ path }) => ({ path, ...files.hash(join(folder, path)) }));
  return { files: list, record: recordOf(list), stamp: stampOf(found) };
}

export const sameTree = (a: TreeRecord | null, b: TreeRecord | null): boolean =>
  a === null || b === null ? a === b : a.sha256 === b.sha256;
