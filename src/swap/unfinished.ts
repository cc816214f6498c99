import type { Layout } from "./layout.ts";
import { readJournal } from "./plan.ts";
import type { Receipt } from "./receipt.ts";
import type { SwapFiles } from "./world.ts";

/**
 * True while a journal speaks of something that is not done. One whose run has the newest receipt is only left over: the receipt is the last
 * step, and a program held the journal when it was to be removed. One that goes back, or cannot be read, counts.
 */
export function isUnfinished(files: SwapFiles, layout: Layout, newest: Receipt | null): boolean {
  if (!files.look(layout.journal)) return false;
  const journal = readJournal(files.read(layout.journal));
  return journal === null || journal.state !== "prepared" || journal.run !== newest?.run;
}
