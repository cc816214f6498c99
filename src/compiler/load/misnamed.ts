import { type RuleProblem, misnamedFile, startOf } from "../../kernel/index.ts";
import type { SourceTree } from "../../platform/index.ts";
import { elsewhere, nearFile } from "./near-names.ts";

/**
 * Returns the finding for an optional file under a name that tierwright does not read, so that its contents are not lost silently; null if there is
 * none.
 */
export function misnamed(files: SourceTree, path: string, also: readonly string[] = []): RuleProblem | null {
  const near = nearFile(files, path, also);
  const moved = near === null && path.split("/").length === 2 ? elsewhere(files, path) : null;
  if (moved !== null) return misnamedFile.at(startOf(moved), { seen: "elsewhere", file: moved, wanted: path });
  if (near === null) return null;
  const wanted = path.slice(path.lastIndexOf("/") + 1);
  return misnamedFile.at(startOf(near), { seen: "near", file: near, wanted });
}
