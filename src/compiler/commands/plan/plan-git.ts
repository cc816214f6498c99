import { wrongUse } from "../../../kernel/index.ts";
import type { Git } from "../../../platform/index.ts";

/** A commit to compare with: its name on the command line, its id, and its description in words. */
export interface BaseCommit {
  readonly name: string;
  readonly commit: string;
  readonly says: string;
}

const OTHERS =
  "name another base with --base: a branch or commit, a folder with another state of this repository, a bundle, or a folder of receipts";

const DEEPEN = "fetch the history: `git fetch --unshallow` here, `fetch-depth: 0` at actions/checkout in a workflow";

const short = (commit: string): string => commit.slice(0, 12);

/**
 * Returns the ref of the default branch: the one to which HEAD of the remote refers, otherwise main or master. The remote is origin, or the
 * only one. Returns null if there is no such branch.
 */
export function defaultBranch(branches: Awaited<ReturnType<Git["remoteBranches"]>>): string | null {
  const remotes = [...new Set(branches.map(({ ref }) => ref.split("/")[2] ?? ""))];
  const remote = remotes.includes("origin") ? "origin" : remotes.length === 1 ? remotes[0] : undefined;
  if (remote === undefined) return null;
  const head = branches.find(({ ref }) => ref === `refs/remotes/${remote}/HEAD`)?.means;
  const usual = ["main", "master"].map((name) => `refs/remotes/${remote}/${name}`);
  return head ?? usual.find((name) => branches.some(({ ref }) => ref === name)) ?? null;
}

/**
 * Returns the base commit of a `plan` without --base: the merge base of HEAD with the remote's default branch. Throws a Refusal (exit 2) if
 * there is none.
 */
export async function mergeBase(git: Git): Promise<BaseCommit> {
  const head = await git.resolve("HEAD");
  if (head === null) throw wrongUse("there is no base to compare with: this repository has no commit yet", OTHERS);
  const branch = defaultBranch(await git.remoteBranches());
  if (branch === null) {
    throw wrongUse(
      "there is no base to compare with: this clone knows no default branch of a remote",
      `${git.isShallow ? `${DEEPEN}; or ` : ""}${OTHERS} (\`--base HEAD\` shows what is not committed yet)`,
    );
  }
  const name = branch.replace(/^refs\/remotes\//, "");
  const tip = await git.resolve(branch);
  const commit = tip === null ? null : await git.mergeBase(head, tip);
  if (commit !== null) return { name, commit, says: `the merge base with ${name}, commit ${short(commit)}` };
  throw git.isShallow
    ? wrongUse(`the merge base with ${name} is not in this shallow clone, whose history ends before it`, DEEPEN)
    : wrongUse(`HEAD and ${name} have no commit in common, so there is no merge base`, OTHERS);
}

/** Returns the commit that a name refers to; null if it refers to nothing. Throws a Refusal for the name of an object that is no commit. */
export async function namedCommit(git: Git, name: string): Promise<BaseCommit | null> {
  const object = await git.resolve(name);
  if (object === null) return null;
  const commit = await git.commitOf(object);
  if (commit !== null) {
    return { name, commit, says: commit.startsWith(name) ? `commit ${short(commit)}` : `${name}, commit ${short(commit)}` };
  }
  throw wrongUse(`--base '${name}' is not a commit of this clone`, git.isShallow ? DEEPEN : OTHERS);
}

/** Returns the Refusal for a value of --base that is neither a commit nor a file or folder. */
export const noSuchBase = (name: string, shallow: boolean, why: string | null) =>
  wrongUse(
    `--base '${name}' is neither a branch, tag or commit of this clone, nor a file or folder${why === null ? "" : ` (${why})`}`,
    `${shallow ? `${DEEPEN}; or ` : ""}${OTHERS}`,
  );

/** Returns the Refusal for a commit with missing objects, in a partial or a damaged clone. */
export const notHere = ({ says }: BaseCommit) =>
  wrongUse(
    `some files of ${says} are missing in this clone`,
    "fetch them: `git fetch --refetch --filter=blob:limit=1g`, or clone without --filter; this command fetches nothing",
  );
