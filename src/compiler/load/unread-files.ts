import { type RuleProblem, misnamedFile, missingFile, startOf } from "../../kernel/index.ts";
import type { SourceTree } from "../../platform/index.ts";
import { findNeighbour, nearFile } from "./near-names.ts";

/**
 * Returns the finding for an optional file that was stored under a similar name or in another folder, where Tierwright does not read it, so
 * that its content would be ignored silently; null if there is no such file.
 * @param also Further names under which people store the file.
 */
export function findMisnamed(files: SourceTree, path: string, also: readonly string[] = []): RuleProblem | null {
  const near = nearFile(files, path, also);
  const moved = near === null && path.split("/").length === 2 ? findNeighbour(files, path) : null;
  if (moved !== null) return misnamedFile.at(startOf(moved), { seen: "elsewhere", file: moved, wanted: path });
  if (near === null) return null;
  const wanted = path.slice(path.lastIndexOf("/") + 1);
  return misnamedFile.at(startOf(near), { seen: "near", file: near, wanted });
}

type Missing =
  | { readonly seen: "site" | "matrix"; readonly file: string }
  | { readonly seen: "release"; readonly file: string; readonly folder: string };

/** Returns the finding for a missing required document. It names the file that was probably meant to be the document. */
export function missing(files: SourceTree, found: Missing): RuleProblem {
  const { file: wanted } = found;
  const file = nearFile(files, wanted) ?? (wanted.split("/").length === 2 ? findNeighbour(files, wanted) : null);
  return missingFile.at(startOf(wanted), { ...found, near: file === null ? null : { is: "file", file, wanted } });
}
