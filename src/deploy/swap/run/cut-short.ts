import type { Layout } from "../protocol/layout.ts";
import { refusal } from "../protocol/outcome.ts";
import type { Receipt } from "../protocol/receipt.ts";
import { newestReceipt, stateReceipts } from "../records/receipts.ts";
import type { Recovered } from "./recover.ts";
import type { CutOff } from "../records/runs-left.ts";
import { installedText } from "../records/standing.ts";
import type { SwapWorld } from "../../../platform/index.ts";

export interface CutShort {
  /** The newest receipt, of the state now; null for the state before the first deploy. */
  readonly receipt: Receipt | null;
  /** The receipt of the deploy or rollback that was undone; null for an interrupted run, which has no receipt. */
  readonly undone: Receipt | null;
  readonly notes: readonly string[];
}

/**
 * Returns the result of a rollback that only ended an interrupted deploy or rollback, because a user who wants to undo the interrupted run
 * does not want the run before it undone, too. Returns null if no run was interrupted.
 */
export function cutShort(world: SwapWorld, layout: Layout, cut: CutOff | null, recovered: Recovered | null): CutShort | null {
  const receipt = newestReceipt(world.files, layout);
  const again = "to roll back from there, run rollback again";
  if (recovered?.kind === "rollback" && recovered.direction === "forward" && receipt) {
    const undone = stateReceipts(world.files, layout).find((item) => item.run === receipt.before?.run) ?? receipt;
    return { receipt, undone, notes: ["an unfinished rollback was finished", ...recovered.notes] };
  }
  if (recovered && recovered.direction === "backward" && recovered.kind !== "rollback") {
    return { receipt, undone: null, notes: [...recovered.notes, ...(receipt ? [again] : [])] };
  }
  const unknown = recovered?.direction === "set-aside" ? recovered.run : cut && cut.kind === null ? cut.run : null;
  if (unknown !== null && receipt) {
    throw refusal(
      "a run was interrupted here before it changed anything; whether it was a deploy or a rollback is unknown",
      `its leftovers were deleted, and ${installedText(receipt.bundle)}: ${again}`,
      recovered?.notes ?? [],
    );
  }
  if (!cut || cut.kind === null || cut.kind === "rollback") return null;
  const left = world.files.stat(layout.at(cut.run)) ? `; ${layout.at(cut.run)} could not be removed: do that by hand` : "";
  const note = `the ${cut.kind} ${cut.run} was interrupted before it changed anything${left}; ${installedText(receipt?.bundle)}`;
  return { receipt, undone: null, notes: [note, ...(receipt ? [again] : [])] };
}
