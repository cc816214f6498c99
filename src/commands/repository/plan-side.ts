import { RepositoryFiles } from "../../io/repository-files.ts";
import type { MergeFile } from "../../io/rule-files.ts";
import { environmentNames } from "../../load/environment-names.ts";
import { EXCEPTIONS_PATH, MATRIX_PATH } from "../../model/paths.ts";
import type { RuleFile } from "../../plan/side.ts";
import type { RepositorySide } from "../../run/compare.ts";

/** What decides what may be merged: `merge` of the checkout, and the matrix and its exceptions. */
export function ruleFiles(files: RepositoryFiles, merge: readonly MergeFile[]): readonly RuleFile[] {
  const own = ([path, what]: readonly [string, RuleFile["what"]]): readonly RuleFile[] => {
    const read = files.read(path);
    return read.kind === "file" ? [{ path, what, content: read.bytes.toString("latin1") }] : [];
  };
  const workflows = merge.map(({ path, content }): RuleFile => {
    return { path, what: path.startsWith(".github/workflows/") ? "workflow" : "codeowners", content };
  });
  return [...own([MATRIX_PATH, "matrix"]), ...own([EXCEPTIONS_PATH, "exceptions"]), ...workflows];
}

/** Another state of the repository, in a folder. */
export function repositorySide(root: string, merge: readonly MergeFile[]): RepositorySide {
  const files = new RepositoryFiles(root);
  return { root, names: environmentNames(files), rules: ruleFiles(files, merge) };
}
