import { append } from "../../../kernel/index.ts";
import { prune } from "../records/prune.ts";
import { journalOf, type Transaction, writeJournal } from "../stage/prepared.ts";
import { requireValue } from "./interpret.ts";
import { activate, away, check, exchange, moveStray, place, prove, putReceipt, removeJournal } from "./perform.ts";
import type { Run, StepHandlers } from "./run.ts";

const transactionOf = (run: Run): Transaction => requireValue(run.transaction, "a transaction");

/** The functions for the steps of STEPS from `journal` on, which deploy and rollback share. */
export const PERFORM = {
  journal: (run) => {
    const { plan, planSha256, layout, world } = transactionOf(run);
    writeJournal(world, layout, journalOf(plan, planSha256, "prepared", null));
  },
  place: (run) => place(transactionOf(run)),
  check: (run) => check(transactionOf(run)),
  away: (run) => away(transactionOf(run)),
  files: (run, index) => exchange(transactionOf(run), transactionOf(run).plan.files[index]),
  strays: (run, index) => moveStray(transactionOf(run), index),
  enter: (run) => activate(transactionOf(run)),
  prove: (run) => prove(transactionOf(run)),
  receipt: (run) => putReceipt(transactionOf(run)),
  close: (run) => removeJournal(transactionOf(run)),
  prune: (run) => cleanUp(run, transactionOf(run)),
  copy: (run) => {
    if (run.receipt && run.copyReceipt) run.later.push(run.copyReceipt(run.receipt));
  },
} as const satisfies Partial<StepHandlers<Run>>;

/** Deletes the receipt of the last failed deploy or rollback, work folders that no rollback needs, and folders of `deploy --stage`. */
function cleanUp({ later }: Run, { plan, layout, world }: Transaction): void {
  if (world.files.stat(layout.attempt)) world.files.remove(layout.attempt);
  if (world.files.stat(layout.journal)) return; // a remaining journal still names a work folder, which must not be deleted before it
  append(later, prune(world, layout));
  // the plug-in folder that `deploy --stage` prepared is now installed or outdated
  if (plan.kind === "swap" && world.files.stat(layout.at("ready"))) world.files.removeTree(layout.at("ready"));
}
