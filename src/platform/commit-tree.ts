import type { Git } from "./git.ts";
import { isGitName } from "./git-name.ts";
import type { GitFile } from "./git-output.ts";
import { contentsOf, FILE } from "./git-tree.ts";
import { linkIn } from "./disk-tree.ts";
import { nodeTree } from "./memory-tree.ts";
import { LARGEST_FILE, type OpenTree, type TreeNode, YAML } from "./source-tree.ts";

const LINK = "120000";

/** Paths of a repository that a check reads. Other files of releases/ (the kits) are left out: they are large, and no check reads them. */
const READ = /^(?:environments\/|templates\/|releases\/[^/]+$|releases\/[^/]+\/[^/]+$|releases\/[^/]+\/base\/)/;

/** Returns whether every operating system can check out a file at this path. A hostile commit can contain other paths. */
function isSafe(path: string): boolean {
  const parts = path.split("/");
  return parts.every((part) => part !== "" && part !== "." && part !== ".." && !/[\\:\0]/.test(part) && !isGitName(part));
}

const windows = process.platform === "win32";

/**
 * Returns whether a symbolic link of a commit is a link in the checkout: where git cannot create links (Windows), it writes a file with the
 * target as its content.
 */
const isLink = ({ path, mode }: GitFile, here: string): boolean => mode === LINK && (!windows || linkIn(here, path) === path);

function nodeOf(file: GitFile, bytes: Buffer, here: string): TreeNode {
  if (isLink(file, here)) return { link: bytes.toString("utf8") };
  return bytes.length <= LARGEST_FILE ? { bytes } : { size: bytes.length };
}

/**
 * Returns the part of a config repository that a check reads, at a commit, each file as this checkout would have it. Leaves submodules out,
 * as a clone without them does.
 * @param here the folder of the config repository in the work tree; nothing is written to it.
 * @returns null if an object of the commit is not in this clone.
 */
export async function commitTree(git: Git, commit: string, here: string): Promise<OpenTree | null> {
  const [listed, root] = [await git.files(commit), await git.rootFiles(commit)];
  if (listed === null || root === null) return null;
  const wanted = [...listed.filter(({ path }) => READ.test(path)), ...root.filter(({ path }) => YAML.test(path))];
  const files = wanted.filter(({ path, mode }) => (FILE.test(mode) || mode === LINK) && isSafe(path));
  const contents = await contentsOf(git, here, files);
  if (contents === null) return null;
  const nodes = new Map(files.map((file) => [file.path, nodeOf(file, contents.get(file.path) as Buffer, here)]));
  return nodeTree(nodes, windows || process.platform === "darwin");
}
