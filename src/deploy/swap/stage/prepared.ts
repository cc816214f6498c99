import type { Layout } from "../protocol/layout.ts";
import { type Journal, JOURNAL_SCHEMA, type SwapPlan, jsonBytes } from "../protocol/plan.ts";
import type { Receipt } from "../protocol/receipt.ts";
import { recordBytes } from "./staged-files.ts";
import type { SwapWorld } from "../../../platform/index.ts";

/** A transaction that is staged and planned, or one that an earlier run left. */
export interface Transaction {
  readonly plan: SwapPlan;
  /** SHA-256 of plan.json as it lies there. */
  readonly planSha256: string;
  readonly layout: Layout;
  readonly world: SwapWorld;
  /** Names, sizes and times of the live tree when it was looked at; null: no tree, or not known (recovery). */
  readonly stamp: string | null;
  /** The receipt of the run; null for one that an earlier run left, whose work folder has it. */
  readonly receipt: Receipt | null;
  /** Lines for the person: what was noticed on the way. */
  readonly notes: string[];
}

export function journalOf(plan: SwapPlan, planSha256: string, state: Journal["state"], error: string | null): Journal {
  return { schema: JOURNAL_SCHEMA, run: plan.run, state, machine: plan.machine, plan: planSha256, error };
}

/**
 * Writes what a later run needs before anything changes: the receipt and the mark for turning back as well, so that from `away` on
 * every step is a rename and none needs room on the disk. Gives the plan's SHA-256.
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

/** The journal, whole or not at all. */
export function writeJournal(world: SwapWorld, layout: Layout, journal: Journal): void {
  const temporary = `${layout.journal}.tmp`;
  world.files.write(temporary, [jsonBytes(journal)]);
  world.files.replace(temporary, layout.journal);
}
