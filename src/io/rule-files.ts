import type { Git } from "./git.ts";
import { findGit } from "./git-folder.ts";
import { contentsOf } from "./git-tree.ts";
import { RepositoryFiles } from "./repository-files.ts";

/** A file that decides what may be merged, by its path below the checkout's top or the config repository. */
export interface MergeFile {
  readonly path: string;
  readonly content: string;
}

const WORKFLOWS = ".github/workflows";
/** Which version of the tool compiles. */
export const PACKAGE_FILES: readonly string[] = ["package.json", "package-lock.json"];
/** Where a host of repositories looks for the owners of files. */
const OWNERS: readonly string[] = ["CODEOWNERS", ".github/CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"];

/** Workflows, CODEOWNERS and the package's files of the checkout that a folder lies in, or of the folder itself where it lies in none. */
export function mergeFiles(folder: string): readonly MergeFile[] {
  let top = folder;
  try {
    top = findGit(folder)?.top ?? folder;
  } catch {
    // no folder above it can be looked at
  }
  const files = new RepositoryFiles(top);
  const listed = files.list(WORKFLOWS);
  const names = listed.kind === "entries" ? listed.entries.filter(({ kind }) => kind === "file") : [];
  return [...names.map(({ name }) => `${WORKFLOWS}/${name}`), ...OWNERS, ...PACKAGE_FILES].flatMap((path) => {
    const read = files.read(path);
    return read.kind === "file" ? [{ path, content: read.bytes.toString("latin1") }] : [];
  });
}

/** The same of a commit. */
export async function mergeFilesAt(git: Git, commit: string): Promise<readonly MergeFile[]> {
  const files = (await git.filesOfTop(commit, [WORKFLOWS, ...OWNERS, ...PACKAGE_FILES])) ?? [];
  const own = files.filter(
    ({ path }) => OWNERS.includes(path) || PACKAGE_FILES.includes(path) || path.lastIndexOf("/") === WORKFLOWS.length,
  );
  const contents = await contentsOf(git, git.top, own);
  return [...(contents ?? [])].map(([path, bytes]) => ({ path, content: bytes.toString("latin1") }));
}
