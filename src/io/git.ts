import type { Host } from "./host.ts";

/** Where a config repository stands in its history. `time`: seconds since 1970 of the commit's committer. */
export type GitState =
  | { readonly kind: "commit"; readonly commit: string; readonly time: number; readonly changed: boolean }
  /** `why` completes "the source commit is not known: ...". */
  | { readonly kind: "none"; readonly why: string };

const none = (why: string): GitState => ({ kind: "none", why });

/** Folders whose content decides what is built. */
const SOURCES = ["environments", "releases", "templates"];

/**
 * Asks the installed git, without a shell and without letting it write anything (no index refresh, no file system monitor). Paths are
 * relative to `root`, which may lie below the top of the git repository. `changed`: something in environments/, releases/ or templates/
 * differs from the commit, new files included.
 */
export async function gitState(root: string, run: Host["run"]): Promise<GitState> {
  const git = (...args: string[]) => run(["git", "-C", root, "--no-optional-locks", "-c", "core.fsmonitor=false", ...args]);
  try {
    const head = await git("show", "-s", "--no-show-signature", "--format=%H %ct", "HEAD");
    if (head.code !== 0) return none("git finds no commit here (no repository, no commit yet, or one that another user owns)");
    const [, commit, time] = /^([0-9a-f]{40}|[0-9a-f]{64}) (\d+)\s*$/.exec(head.stdout) ?? [];
    if (commit === undefined || time === undefined) return none("git gives an answer that cannot be read");
    const held = await git("cat-file", "-e", "HEAD:./environments");
    if (held.code !== 0) return none("the folder environments is not in the commit that git finds here");
    const status = await git("status", "--porcelain=v1", "-z", "--untracked-files=all", "--", ...SOURCES);
    if (status.code !== 0) return none("git cannot compare the files with the commit");
    return { kind: "commit", commit, time: Number(time), changed: status.stdout !== "" };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return none("git is not installed");
    return none("git could not be started");
  }
}
