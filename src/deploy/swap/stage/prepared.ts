import type { Layout } from "../protocol/layout.ts";
import { type Journal, JOURNAL_SCHEMA, type SwapPlan, jsonBytes } from "../protocol/plan.ts";
import type { Receipt } from "../protocol/receipt.ts";
import { recordBytes } from "./staged-files.ts";
import type { SwapWorld } from "../../../platform/index.ts";

/** A deploy or rollback with its plan, staged by this command or left by an interrupted one. */
export interface Transaction {
  readonly plan: SwapPlan;
  /** SHA-256 of plan.json on the disk. */
  readonly planSha256: string;
  readonly layout: Layout;
  readonly world: SwapWorld;
  /** Names, sizes and times of the live plug-in folder when it was read; null without a folder or during a recovery. */
  readonly stamp: string | null;
  /** The receipt of the deploy or rollback; null for an interrupted run, whose receipt is in its work folder. */
  readonly receipt: Receipt | null;
  /** Notes for the user about the deploy or rollback. */
  readonly notes: string[];
}

export function journalOf(plan: SwapPlan, planSha256: string, state: Journal["state"], error: string | null): Journal {
  return { schema: JOURNAL_SCHEMA, run: plan.run, state, machine: plan.machine, plan: planSha256, error };
}

/**
 * Writes everything that a later deploy or rollback needs to finish or undo this one, also the receipt and the `reverting` journal. After
 * the step `place`, the steps only rename and need no disk space, except for a stale copy on another volume. Returns the plan's SHA-256.
 */
export function writePlan(world: SwapWorld, layout: Layout, plan: SwapPlan, receipt: Receipt): string {
  const { files } = world;
  const planBytes = jsonBytes(plan);
  const planSha256 = recordBytes(planBytes).sha256;
  files.write(layout.at(`${plan.run}/receipt.json`), [jsonBytes(receipt)]);
  files.write(layout.at(`${plan.run}/reverting.json`), [jsonBytes(journalOf(plan, planSha256, "reverting", null))]);
  files.write(layout.at(`${plan.run}/plan.json`), [planBytes]);
  return planSha256;
}

/** Replaces the journal by one rename: a reader sees the old one or the new one. */
export function writeJournal(world: SwapWorld, layout: Layout, journal: Journal): void {
  const temporary = `${layout.journal}.tmp`;
  world.files.write(temporary, [jsonBytes(journal)]);
  world.files.replace(temporary, layout.journal);
}
