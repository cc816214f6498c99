import { wrongUse } from "../../kernel/index.ts";
import type { Trigger } from "./event.ts";
import type { Inputs } from "./inputs.ts";

/** Queries about the commits of the checkout in which the Action runs. */
export interface Commits {
  readonly isShallow: boolean;
  /** Returns whether the checkout has a commit. */
  has(commit: string): Promise<boolean>;
  /** Returns the newest commit of a branch of the remote `origin`, as the checkout has it; null if it does not have the branch. */
  tipOf(branch: string): Promise<string | null>;
  /** Returns the best common ancestor of HEAD and a commit; null if this clone has none. */
  mergeBase(commit: string): Promise<string | null>;
}

/** The commit with which the Action compares the checkout, and a note if it is not the commit that GitHub's event names. */
export interface ChosenBase {
  /** The commit with which the Action compares the checkout; null if there is none. */
  readonly base: string | null;
  readonly note: string | null;
}

const short = (commit: string): string => commit.slice(0, 12);

/**
 * Returns the commit to compare with after a push whose previous commit is not in the clone, because a force push removed it from the
 * history. Throws a Refusal if the clone is shallow, or if there is none and the input `command` is `plan`.
 */
async function otherBase(before: string, push: Trigger["push"], commits: Commits, mayCheck: boolean): Promise<ChosenBase> {
  const gone = `the commit before this push, ${short(before)}, is not in this clone (a force push replaces it)`;
  if (commits.isShallow) {
    throw wrongUse(
      `the commit before this push, ${short(before)}, is not in this clone: it is shallow, its history ends before it`,
      "set `fetch-depth: 0` for actions/checkout",
    );
  }
  // HEAD is the newest commit of the pushed branch, so a comparison with that branch would never show a change
  const other = push !== null && push.branch !== push.defaultBranch ? push.defaultBranch : null;
  const tip = other === null ? null : await commits.tipOf(other);
  const common = tip === null ? null : await commits.mergeBase(tip);
  if (common !== null) return { base: common, note: `${gone}: compared with the merge base with ${other}, ${short(common)}` };
  if (tip !== null) return { base: tip, note: `${gone}: compared with the default branch ${other}, ${short(tip)}` };
  if (mayCheck)
    return {
      base: null,
      note: `${gone}, and there is no other branch to compare with: everything is checked, nothing is compared`,
    };
  throw wrongUse(
    `${gone}, and there is no other branch to compare with`,
    "name a commit with the input 'base', or omit 'command' to check everything without a comparison",
  );
}

/**
 * Returns the commit to compare with: that of the input `base`, else that of GitHub's event, else a replacement after a force push. Throws
 * Refusal.
 */
export async function chooseBase(
  inputs: Inputs,
  trigger: Trigger,
  open: <T>(use: (commits: Commits | null) => Promise<T>) => Promise<T>,
): Promise<ChosenBase> {
  const { base, command } = inputs;
  const before = trigger.base;
  const usual = { base: base ?? before, note: null };
  const plans = command === null || command === "plan";
  if (base !== null || before === null || !trigger.isPush || !plans) return usual;
  return open(async (commits) =>
    commits === null || (await commits.has(before)) ? usual : otherBase(before, trigger.push, commits, command === null),
  );
}
