import { type RuleProblem, missingFile, startOf } from "../../kernel/index.ts";
import type { SourceTree } from "../../platform/index.ts";
import { elsewhere, nearFile } from "./near-names.ts";

type Missing =
  | { readonly seen: "site" | "matrix"; readonly file: string }
  | { readonly seen: "release"; readonly file: string; readonly folder: string };

/** Returns the finding for a missing required document, with the file that was probably meant. */
export function missing(files: SourceTree, found: Missing): RuleProblem {
  const { file: wanted } = found;
  const file = nearFile(files, wanted) ?? (wanted.split("/").length === 2 ? elsewhere(files, wanted) : null);
  return missingFile.at(startOf(wanted), { ...found, near: file === null ? null : { is: "file", file, wanted } });
}
