import type { Git } from "./git.ts";
import { isGitName } from "./git-name.ts";
import type { GitFile } from "./git-output.ts";
import { contentsOf, FILE } from "./git-tree.ts";
import { linkIn } from "./disk-tree.ts";
import { nodeTree } from "./memory-tree.ts";
import { LARGEST_FILE, type OpenTree, type TreeNode, YAML } from "./source-tree.ts";

const LINK = "120000";

/** What a check reads of releases/ ends here: kits are large, and no check reads them. */
const READ = /^(?:environments\/|templates\/|releases\/[^/]+$|releases\/[^/]+\/[^/]+$|releases\/[^/]+\/base\/)/;

/** Returns true for a path that a checkout can have, on any system; a hostile commit can hold others. */
function isSafe(path: string): boolean {
  const parts = path.split("/");
  return parts.every((part) => part !== "" && part !== "." && part !== ".." && !/[\\:\0]/.test(part) && !isGitName(part));
}

const windows = process.platform === "win32";

/** Returns true for a link that a checkout has as a link: where none can be made, git writes a file with the same content. */
const isLink = ({ path, mode }: GitFile, here: string): boolean => mode === LINK && (!windows || linkIn(here, path) === path);

function nodeOf(file: GitFile, bytes: Buffer, here: string): TreeNode {
  if (isLink(file, here)) return { link: bytes.toString("utf8") };
  return bytes.length <= LARGEST_FILE ? { bytes } : { size: bytes.length };
}

/**
 * Returns what a check reads of a config repository at a commit, each file as this checkout would hold it. `here`: the config repository in the
 * work tree, which is only read. Submodules are left out, as in a clone that has none of them. null: an object of the commit is not in this clone.
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
