import { fileState } from "../stage/file-state.ts";
import { makeQuarantine } from "../stage/quarantine.ts";
import { RECEIPT_NAME } from "../protocol/layout.ts";
import { DeployStop, failureWords, inUseStop, isHeld, missingRight } from "../protocol/outcome.ts";
import { moveAcross, removeHalves, removeJournal } from "./perform.ts";
import { journalOf, type Transaction, writeJournal } from "../stage/prepared.ts";
import { type Handler, type Table, walk } from "./interpret.ts";
import { refuseForeign, restore } from "./put-back.ts";
import { refuseDamaged } from "./refuse-damaged.ts";
import { type Facts, UNDO, type UndoId, directionOf } from "../protocol/steps.ts";
import { listTree, sameTree } from "../protocol/tree.ts";
import type { SwapWorld } from "../../../platform/index.ts";

/**
 * Returns the facts that decide whether an interrupted deploy or rollback is finished or undone, from the files on the disk and the
 * journal's state.
 */
export function factsOf(transaction: Transaction, state: Facts["state"]): Facts {
  const { plan, world } = transaction;
  const live = plan.tree && (listTree(world.files, plan.tree.live)?.record ?? null);
  return {
    state,
    live: plan.tree ? (sameTree(live, plan.tree.after) ? "after" : "other") : null,
    filesAfter: plan.files.every((file) => fileState(transaction, file) === "after"),
  };
}

function mark(transaction: Transaction): void {
  const { plan, layout, world } = transaction;
  if (directionOf(factsOf(transaction, "prepared")) === "backward") return;
  const prepared = layout.at(`${plan.run}/reverting.json`);
  if (world.files.stat(prepared)) world.files.replace(prepared, layout.journal);
}

/**
 * Moves the new plug-in folder back to the work folder. A live folder of unknown origin goes into quarantine if the old one is in the work
 * folder.
 */
function out(transaction: Transaction): void {
  const { plan, layout, world, notes } = transaction;
  const { tree } = plan;
  if (!tree || !world.files.stat(tree.live)) return;
  const live = listTree(world.files, tree.live)?.record ?? null;
  world.leave(tree.live);
  const isNew = tree.after !== null && sameTree(live, tree.after);
  if (isNew && tree.staged !== null && !world.files.stat(layout.at(tree.staged))) {
    const { staged } = tree;
    world.files.rename(tree.live, layout.at(staged));
  } else if (world.files.stat(layout.at(tree.backup))) {
    makeQuarantine(world.files, layout, plan.run);
    world.files.rename(tree.live, layout.at(`strays/${plan.run}/tree`));
    notes.push(`${tree.live} had files of unknown origin; they are in .swap/strays/${plan.run}/tree`);
  } else if (tree.before === null && !isNew && !sameTree(live, tree.before)) {
    // before this first install there was no plug-in folder, and the live one is not the staged one, so another program made it
    notes.push(`${tree.live} was not created by this run and is left unchanged`);
  }
}

function unstray(transaction: Transaction, index: number): void {
  const { plan, layout, world } = transaction;
  const stray = plan.strays[index];
  if (!stray) return;
  const kept = layout.at(stray.to);
  if (world.files.stat(kept) && !world.files.stat(stray.path)) moveAcross(transaction, kept, stray.path, stray.folder);
  removeHalves(transaction, [kept, stray.path]);
}

function unreceipt({ plan, layout, world }: Transaction): void {
  if (!world.files.stat(layout.receipts)) return;
  // the receipt of an undone deploy or rollback is found by its name alone, so that it is moved even if it cannot be read
  const name = world.files.list(layout.receipts).find((item) => RECEIPT_NAME.exec(item)?.[2] === plan.run);
  if (name !== undefined) world.files.replace(layout.at(`receipts/${name}`), layout.at(`${plan.run}/receipt.json`));
}

function back(transaction: Transaction): void {
  const { plan, layout, world } = transaction;
  const { tree } = plan;
  if (!tree?.before) return;
  const backup = layout.at(tree.backup);
  if (!world.files.stat(backup)) {
    if (world.files.stat(tree.live)) return;
    throw new DeployStop(
      12,
      `${tree.live} is missing, and so is its backup ${backup}`,
      "install the environment's swap bundle again, or restore the folder from a backup of the machine",
    );
  }
  if (!world.files.stat(tree.live)) world.files.rename(backup, tree.live);
}

export function removeTemporaries({ plan, world }: Transaction): void {
  for (const file of plan.files) if (world.files.stat(file.temp)?.kind === "file") world.files.remove(file.temp);
}

function clear(transaction: Transaction): void {
  const { plan, world } = transaction;
  removeTemporaries(transaction);
  for (const folder of [...plan.made].reverse()) {
    if (world.files.stat(folder)?.kind === "folder" && world.files.list(folder).length === 0) world.files.removeFolder(folder);
  }
}

const HANDLERS: Readonly<Record<UndoId, Handler<Transaction, UndoId>>> = {
  mark,
  out,
  restore: (transaction, index) => restore(transaction, transaction.plan.files[index], "before"),
  unstray,
  unreceipt,
  return: back,
  clear,
  drop: (transaction) => {
    if (transaction.world.files.stat(transaction.layout.journal)) removeJournal(transaction);
  },
  sweep: ({ plan, layout, world }) => {
    // if a program has the journal open, it still exists and names the work folder, so the next deploy or rollback deletes both
    if (world.files.stat(layout.journal)) return;
    if (world.files.stat(layout.at(plan.run))) world.files.removeTree(layout.at(plan.run));
  },
};

const TABLE: Table<Transaction, UndoId> = {
  rows: UNDO,
  handlers: HANDLERS,
  plan: ({ plan }) => plan,
  tell: ({ world }, id, detail) => world.reached(`undo-${id}`, detail),
  fail: (_transaction, _row, error) => Promise.reject(error),
};

/**
 * Restores the old state by the steps of UNDO. Each step first tests on the disk whether it is still to be done, so an interrupted undo can
 * be repeated.
 */
export async function rollBack(transaction: Transaction): Promise<void> {
  refuseForeign(transaction);
  refuseDamaged(transaction, "before");
  await walk(TABLE, transaction);
}

function firstStop({ windows }: SwapWorld, error: unknown): DeployStop {
  if (error instanceof DeployStop) return error;
  if (isHeld(error, windows)) return inUseStop(error, "everything is as it was");
  const right = missingRight(error);
  return new DeployStop(11, failureWords(error), `everything is as it was; ${right ?? "fix that and run this again"}`);
}

/**
 * Undoes a failed deploy or rollback and returns the run's first error. If the undo fails too, adds that failure and keeps the journal for
 * the next run.
 */
export async function undo(transaction: Transaction, error: unknown): Promise<DeployStop> {
  const first = firstStop(transaction.world, error);
  const before = transaction.notes.length;
  try {
    await rollBack(transaction);
    const notes = transaction.notes.slice(before);
    return notes.length === 0 ? first : new DeployStop(first.code, first.message, first.help, [...first.details, ...notes]);
  } catch (second) {
    if (isOver(transaction)) return first;
    keepError(transaction, first.message);
    return new DeployStop(
      12,
      first.message,
      `the undo failed, too (${failureWords(second)}); the journal is kept: fix that and run any deploy command again, it finishes first`,
      first.details,
    );
  }
}

/** Returns whether an undo has already deleted the journal: then only the work folder remains to be deleted. */
function isOver({ layout, world }: Transaction): boolean {
  try {
    return !world.files.stat(layout.journal);
  } catch {
    return false;
  }
}

/** Records the first error of a deploy or rollback in the journal, for a person who reads it. Ignores failures. */
function keepError({ plan, planSha256, layout, world }: Transaction, error: string): void {
  try {
    const state = world.files.read(layout.journal).toString("utf8").includes('"reverting"') ? "reverting" : "prepared";
    writeJournal(world, layout, journalOf(plan, planSha256, state, error));
  } catch {
    // the journal can be used without the recorded error, too
  }
}
