import type { Layout } from "../protocol/layout.ts";
import type { Receipt } from "../protocol/receipt.ts";
import type { RunKind } from "../protocol/plan.ts";
import { JOURNAL, RECEIPT } from "./kinds.ts";
import { recordAt, toldAt } from "./records.ts";
import type { SwapFiles } from "../../../platform/index.ts";

/**
 * True while a journal speaks of something that is not done. One whose run has the newest receipt is only left over: the receipt is the last
 * step, and a program held the journal when it was to be removed. One that goes back, or cannot be read, counts.
 */
export function isUnfinished(files: SwapFiles, layout: Layout, newest: Receipt | null): boolean {
  const journal = recordAt(files, layout.journal, JOURNAL, null);
  if (!journal) return false;
  return !("record" in journal) || journal.record.state !== "prepared" || journal.record.run !== newest?.run;
}

/** A run that was cut off, as far as its own records tell; nothing is opened because of them. */
export interface LeftRun {
  readonly run: string | null;
  readonly kind: RunKind | null;
  /** File name of its bundle; null: nothing tells it, or it was a rollback. */
  readonly bundle: string | null;
}

/** Returns the run that a journal tells of, for a person; null where nothing is unfinished. */
export function leftRun(files: SwapFiles, layout: Layout, newest: Receipt | null): LeftRun | null {
  if (!isUnfinished(files, layout, newest)) return null;
  const run = toldAt(files, layout.journal, JOURNAL)?.run ?? null;
  const receipt = run === null ? null : toldAt(files, layout.at(`${run}/receipt.json`), RECEIPT);
  return { run, kind: receipt?.kind ?? null, bundle: receipt?.kind === "rollback" ? null : (receipt?.bundle?.name ?? null) };
}
