import { RepositoryFiles } from "../../io/repository-files.ts";
import { type MergeFile, PACKAGE_FILES } from "../../io/rule-files.ts";
import { environmentNames } from "../../load/environment-names.ts";
import { EXCEPTIONS_PATH, MATRIX_PATH } from "../../model/paths.ts";
import type { RuleFile } from "../../plan/side.ts";
import type { RepositorySide } from "../../run/compare.ts";

const DEPENDENCIES = ["dependencies", "devDependencies", "optionalDependencies", "overrides"] as const;

/** What a package's file says of the tool that compiles; null: nothing. A file that is none is taken as it is. */
function toolIn(content: string): string | null {
  try {
    const file = JSON.parse(content) as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
    const said = [...DEPENDENCIES.map((name) => file[name]?.tierwright), file.packages?.["node_modules/tierwright"]];
    return said.every((item) => item === undefined) ? null : JSON.stringify(said);
  } catch {
    return content;
  }
}

/** What decides what may be merged: `merge` of the checkout, and the matrix and its exceptions. */
export function ruleFiles(files: RepositoryFiles, merge: readonly MergeFile[]): readonly RuleFile[] {
  const own = ([path, what]: readonly [string, RuleFile["what"]]): readonly RuleFile[] => {
    const read = files.read(path);
    return read.kind === "file" ? [{ path, what, content: read.bytes.toString("latin1") }] : [];
  };
  const others = merge.flatMap(({ path, content }): readonly RuleFile[] => {
    if (!PACKAGE_FILES.includes(path))
      return [{ path, what: path.startsWith(".github/workflows/") ? "workflow" : "codeowners", content }];
    const tool = toolIn(content);
    return tool === null ? [] : [{ path, what: "tool", content: tool }];
  });
  return [...own([MATRIX_PATH, "matrix"]), ...own([EXCEPTIONS_PATH, "exceptions"]), ...others];
}

/** Another state of the repository, in a folder. */
export function repositorySide(root: string, merge: readonly MergeFile[]): RepositorySide {
  const files = new RepositoryFiles(root);
  return { root, names: environmentNames(files), rules: ruleFiles(files, merge) };
}
