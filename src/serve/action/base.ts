import { wrongUse } from "../../kernel/index.ts";
import type { Trigger } from "./event.ts";
import type { Inputs } from "./inputs.ts";

/** What is known of the commits of a checkout. */
export interface Commits {
  readonly isShallow: boolean;
  /** Returns whether the checkout has a commit. */
  has(commit: string): Promise<boolean>;
  /** Returns the commit of a remote's branch as the checkout knows it; null for none. */
  tipOf(branch: string): Promise<string | null>;
  /** Returns the newest commit that HEAD and another have in common; null for none that is here. */
  mergeBase(commit: string): Promise<string | null>;
}

/** What a run compares with, and a note where that is another commit than the event's. */
export interface ChosenBase {
  /** null: there is nothing to compare with. */
  readonly base: string | null;
  readonly note: string | null;
}

const short = (commit: string): string => commit.slice(0, 12);

/** Returns the base of a push whose commit before is gone: the branch was pushed by force, and no history has that commit any more. */
async function otherBase(before: string, push: Trigger["push"], commits: Commits, mayCheck: boolean): Promise<ChosenBase> {
  const gone = `the commit before this push, ${short(before)}, is not in this clone (a force push replaces it)`;
  if (commits.isShallow) {
    throw wrongUse(
      `the commit before this push, ${short(before)}, is not in this clone: it is shallow, its history ends before it`,
      "give actions/checkout `fetch-depth: 0`",
    );
  }
  // HEAD is the tip of its own branch: compared with that, no change would ever be seen
  const other = push !== null && push.branch !== push.defaultBranch ? push.defaultBranch : null;
  const tip = other === null ? null : await commits.tipOf(other);
  const common = tip === null ? null : await commits.mergeBase(tip);
  if (common !== null) return { base: common, note: `${gone}: compared with the merge base with ${other}, ${short(common)}` };
  if (tip !== null) return { base: tip, note: `${gone}: compared with the default branch ${other}, ${short(tip)}` };
  if (mayCheck)
    return {
      base: null,
      note: `${gone}, and there is no other branch to compare with: everything is checked, and nothing is compared`,
    };
  throw wrongUse(
    `${gone}, and there is no other branch to compare with`,
    "name a commit with the input 'base', or leave 'command' away: everything is checked then, and nothing is compared",
  );
}

/** Chooses what a run compares with: the input, else the commit that the event names, else what a force push has left. Throws Refusal. */
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
