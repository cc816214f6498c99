import type { Layout } from "../protocol/layout.ts";
import type { Receipt } from "../protocol/receipt.ts";
import type { RunKind } from "../protocol/plan.ts";
import { JOURNAL, RECEIPT } from "./kinds.ts";
import { recordAt, recordForDisplay } from "./records.ts";
import type { SwapFiles } from "../../../platform/index.ts";

/**
 * Returns whether the journal describes an unfinished deploy or rollback: always if the journal is `reverting` or unreadable. A `prepared`
 * journal of the run that has the newest receipt is only a leftover: that run was complete, but could not delete the journal because a
 * program had it open.
 */
export function isUnfinished(files: SwapFiles, layout: Layout, newest: Receipt | null): boolean {
  const journal = recordAt(files, layout.journal, JOURNAL, null);
  if (!journal) return false;
  return !("record" in journal) || journal.record.state !== "prepared" || journal.record.run !== newest?.run;
}

/**
 * An interrupted deploy or rollback, as its journal and prepared receipt describe it, for display only: no file is opened because of them.
 */
export interface LeftRun {
  readonly run: string | null;
  readonly kind: RunKind | null;
  /** The file name of the interrupted run's bundle; null if unknown or for a rollback. */
  readonly bundle: string | null;
}

/** Returns the interrupted deploy or rollback that the journal names, for display; null if no run is unfinished. */
export function leftRun(files: SwapFiles, layout: Layout, newest: Receipt | null): LeftRun | null {
  if (!isUnfinished(files, layout, newest)) return null;
  const run = recordForDisplay(files, layout.journal, JOURNAL)?.run ?? null;
  const receipt = run === null ? null : recordForDisplay(files, layout.at(`${run}/receipt.json`), RECEIPT);
  return { run, kind: receipt?.kind ?? null, bundle: receipt?.kind === "rollback" ? null : (receipt?.bundle?.name ?? null) };
}
