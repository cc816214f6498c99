import type { Layout } from "../protocol/layout.ts";
import type { Receipt } from "../protocol/receipt.ts";
import { JOURNAL } from "./kinds.ts";
import { recordAt } from "./records.ts";
import type { SwapFiles } from "../../io/machine.ts";

/**
 * True while a journal speaks of something that is not done. One whose run has the newest receipt is only left over: the receipt is the last
 * step, and a program held the journal when it was to be removed. One that goes back, or cannot be read, counts.
 */
export function isUnfinished(files: SwapFiles, layout: Layout, newest: Receipt | null): boolean {
  const journal = recordAt(files, layout.journal, JOURNAL, null);
  if (!journal) return false;
  return !("record" in journal) || journal.record.state !== "prepared" || journal.record.run !== newest?.run;
}
