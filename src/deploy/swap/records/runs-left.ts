import { ordinal } from "../../bundle/tree.ts";
import { RUN_NAME, type Layout } from "../protocol/layout.ts";
import { systemCode } from "../../../kernel/index.ts";
import type { RunKind } from "../protocol/plan.ts";
import { runsWithReceipt } from "./receipts.ts";
import { JOURNAL, PLAN, RECEIPT } from "./kinds.ts";
import { recordForDisplay } from "./records.ts";
import type { SwapWorld } from "../../../platform/index.ts";

export function runFolders({ files }: SwapWorld, layout: Layout): readonly string[] {
  if (files.stat(layout.swap)?.kind !== "folder") return [];
  return [...files.list(layout.swap)].filter((name) => RUN_NAME.test(name)).sort();
}

/**
 * Returns the names of the deploys and rollbacks without a receipt, newest first: by the number of the prepared receipt, because the time
 * in a run's name can be wrong. With equal numbers, a run that moved the live plug-in folder away is first, because it got further than
 * staging.
 */
export function unfinishedRuns(world: SwapWorld, layout: Layout): readonly string[] {
  const done = runsWithReceipt(world.files, layout);
  const rank = (run: string) => {
    const sequence = recordForDisplay(world.files, layout.at(`${run}/receipt.json`), RECEIPT)?.sequence ?? 0;
    return { run, sequence, away: world.files.stat(layout.at(`${run}/old`)) ? 1 : 0 };
  };
  return runFolders(world, layout)
    .filter((run) => !done.has(run))
    .map(rank)
    .sort((a, b) => b.sequence - a.sequence || b.away - a.away || ordinal(b.run, a.run))
    .map(({ run }) => run);
}

/** A deploy or rollback that was interrupted before it had a journal: it changed nothing, and its work folder is deleted. */
export interface CutOff {
  readonly run: string;
  /**
   * The kind of the interrupted deploy or rollback; null if it is a settings switch or a rollback, which look alike before the plan is
   * written.
   */
  readonly kind: RunKind | null;
}

/** Returns the newest deploy or rollback that was interrupted before it wrote its journal; null if there is none or a journal exists. */
export function cutOff(world: SwapWorld, layout: Layout): CutOff | null {
  if (world.files.stat(layout.journal)) return null;
  const run = orphans(world, layout).at(-1);
  if (run === undefined) return null;
  const plan = recordForDisplay(world.files, layout.at(`${run}/plan.json`), PLAN);
  if (plan) return { run, kind: plan.kind };
  return { run, kind: world.files.stat(layout.at(`${run}/new`)) ? "swap" : null };
}

function orphans(world: SwapWorld, layout: Layout): readonly string[] {
  const left = recordForDisplay(world.files, layout.journal, JOURNAL);
  // an unfinished deploy or rollback that the journal names still needs its work folder
  const known = new Set([...runsWithReceipt(world.files, layout), ...(left ? [left.run] : [])]);
  return runFolders(world, layout).filter((name) => !known.has(name) && !world.files.stat(layout.at(`${name}/old`)));
}

/**
 * Deletes the work folders of deploys and rollbacks that were interrupted before they had a journal; such a folder has only copies of files
 * of the bundle and the workstation.
 */
export function sweepOrphans(world: SwapWorld, layout: Layout): void {
  for (const name of orphans(world, layout)) removed(() => world.files.removeTree(layout.at(name)));
  const receipts = world.files.stat(layout.receipts)?.kind === "folder" ? world.files.list(layout.receipts) : [];
  const halves = receipts.filter((name) => name.endsWith(".json.tmp")).map((name) => layout.at(`receipts/${name}`));
  for (const temporary of [`${layout.journal}.tmp`, ...halves]) {
    if (world.files.stat(temporary)) removed(() => world.files.remove(temporary));
  }
}

/**
 * Runs a deletion and ignores system errors: a leftover that a virus scanner has open does no harm, and the next deploy or rollback tries
 * again.
 */
function removed(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (systemCode(error) === "") throw error;
  }
}
