import { type Host, NoGit } from "../../platform/index.ts";
import type { Commits } from "./base.ts";

/** Opens the git history of a folder's checkout while `use` runs. Passes null to `use` if git cannot be used there. */
export async function withCommits<T>(
  openGit: Host["openGit"],
  folder: string,
  use: (commits: Commits | null) => Promise<T>,
): Promise<T> {
  try {
    return await openGit(folder, (git) =>
      use({
        isShallow: git.isShallow,
        has: async (commit) => (await git.commitOf(commit)) !== null,
        tipOf: (branch) => git.resolve(`refs/remotes/origin/${branch}`),
        mergeBase: async (commit) => {
          const head = await git.resolve("HEAD");
          return head === null ? null : git.mergeBase(head, commit);
        },
      }),
    );
  } catch (error) {
    if (error instanceof NoGit) return use(null);
    throw error;
  }
}
