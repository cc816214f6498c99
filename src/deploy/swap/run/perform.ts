import { DeployStop, failureWords, isHeld } from "../protocol/outcome.ts";
import { makeQuarantine } from "../stage/quarantine.ts";
import { toolRunningStop } from "../inspect/preflight.ts";
import { jsonBytes, type PlannedFile, type SwapPlan } from "../protocol/plan.ts";
import type { Transaction } from "../stage/prepared.ts";
import { temporaryBeside } from "../protocol/layout.ts";
import { listTree, sameTree, stampBelow } from "../protocol/tree.ts";
import { fileState } from "../stage/file-state.ts";
import { preparedReceipt } from "../records/receipts.ts";
import { systemCode } from "../../../kernel/index.ts";

export function place({ plan, layout, world }: Transaction): void {
  for (const folder of plan.made) if (!world.files.stat(folder)) world.files.makeFolder(folder);
  for (const file of plan.files) {
    if (file.staged === null) continue;
    world.reached("place", file.id);
    const staged = layout.at(file.staged);
    world.files.write(file.temp, [world.files.read(staged)], world.files.stat(file.path) ? file.path : staged);
  }
}

/**
 * Returns whether a plan changes at most conf and client file: a settings switch or its rollback. The modeling tool reads these files only
 * when it starts, so it can stay open.
 */
const isSwitch = ({ kind, tree, files }: SwapPlan): boolean =>
  kind === "settings" || (kind === "rollback" && tree === null && files.every(({ id }) => id === "connector" || id === "client"));

/** Throws DeployStop 11 if a file or the plug-in folder changed since it was read, or 1618 if a swap finds the modeling tool running. */
export async function check(transaction: Transaction): Promise<void> {
  const { plan, world, stamp } = transaction;
  const same = ({ path, before }: PlannedFile) =>
    world.files.stat(path) ? world.files.hash(path).sha256 === before?.sha256 : before === null;
  const changed = plan.files.filter((file) => !same(file)).map((file) => file.path);
  if (plan.tree && stampBelow(world.files, plan.tree.live) !== stamp) changed.unshift(plan.tree.live);
  if (changed.length > 0) {
    throw new DeployStop(
      11,
      `${changed[0]} changed while the swap was prepared`,
      "somebody writes there: find out who, then run this again; everything is as it was",
      changed,
    );
  }
  if (isSwitch(plan)) return;
  const processes = await world.processes(plan.install);
  if (processes.length > 0) throw toolRunningStop(processes, plan.install);
}

export function away(transaction: Transaction): void {
  const { plan, layout, world } = transaction;
  if (!plan.tree?.before) return;
  const { live, backup } = plan.tree;
  const stood = world.leave(live);
  try {
    world.files.rename(live, layout.at(backup));
  } catch (error) {
    // throws a missing right unchanged: only Windows has one error code for it and for a file in use, and there preflight has already
    // tested the rights
    if (!isHeld(error, world.windows)) throw error;
    if (stood !== null) {
      throw new DeployStop(
        1618,
        `${live} cannot be moved (${failureWords(error)}): this command was started inside it (${stood}), and that prompt keeps it open`,
        "leave the folder (cd \\) or open another prompt, then run this again; everything is as it was",
      );
    }
    throw new DeployStop(
      1618,
      `${live} cannot be moved (${failureWords(error)}): a program has a file in it open`,
      "close the tool, and any window that shows the folder, then run this again; everything is as it was",
    );
  }
}

/** Replaces a file by its temporary file, or deletes it if the plan has no file there afterwards. Does nothing if `file` is undefined. */
export function exchange({ world }: Transaction, file: PlannedFile | undefined): void {
  if (!file) return;
  if (file.after === null) {
    if (world.files.stat(file.path)) world.files.remove(file.path);
  } else world.files.replace(file.temp, file.path);
}

export function activate(transaction: Transaction): void {
  const { plan, layout, world } = transaction;
  if (!plan.tree?.staged) return;
  const { live, staged } = plan.tree;
  world.files.rename(layout.at(staged), live);
}

/**
 * Reads the plug-in folder and every file again and compares them with the plan. Throws DeployStop 11 for a difference.
 * @param tolerant true for a recovery: a log4j2.xml that a user changed is then no difference
 */
export function prove(transaction: Transaction, tolerant = false): void {
  const { plan, world } = transaction;
  if (plan.tree && !sameTree(listTree(world.files, plan.tree.live)?.record ?? null, plan.tree.after)) {
    throw new DeployStop(
      11,
      `${plan.tree.live} does not contain what was staged`,
      "the disk, or a program, changed it: find out which, then run this again",
    );
  }
  for (const file of plan.files) {
    const state = fileState(transaction, file);
    if (state === "after" || (file.as === "log4j2" && tolerant && state === "other")) continue;
    throw new DeployStop(
      11,
      `${file.path} does not contain what was written`,
      "a program wrote to it in between: find out which, then run this again",
    );
  }
}

/**
 * Moves the prepared receipt to its place; does nothing if the receipt is already there. If a virus scanner has the prepared file open,
 * writes an equal receipt instead, so that a completed run is not undone.
 */
export function putReceipt({ plan, layout, world, receipt: known }: Transaction): void {
  const receipt = known ?? preparedReceipt(world, layout, plan);
  if (!receipt) return;
  const path = layout.receipt(receipt.sequence, plan.run);
  try {
    world.files.replace(layout.at(`${plan.run}/receipt.json`), path);
  } catch (error) {
    if (!isHeld(error, world.windows)) throw error;
    world.files.write(`${path}.tmp`, [jsonBytes(receipt)]);
    world.files.replace(`${path}.tmp`, path);
  }
}

export function moveStray(transaction: Transaction, index: number): void {
  const { plan, layout, world } = transaction;
  const stray = plan.strays[index];
  if (!stray || !world.files.stat(stray.path)) return;
  makeQuarantine(world.files, layout, plan.run);
  moveAcross(transaction, stray.path, layout.at(stray.to), stray.folder);
}

/**
 * Returns the path of the temporary copy next to `to`, for a move to another volume. The plan's digest gives a name that others cannot
 * predict, and that is equal when an interrupted move is repeated.
 */
const copyBeside = ({ planSha256 }: Transaction, to: string): string => temporaryBeside(to, planSha256.slice(0, 16));

/**
 * Renames a file or folder. To another volume, copies a file, verifies the copy on the disk, and then deletes the original. After an
 * interruption, the move can be repeated.
 */
export function moveAcross(transaction: Transaction, from: string, to: string, folder: boolean): void {
  const { files } = transaction.world;
  const same = (a: string, b: string) => files.hash(a).sha256 === files.hash(b).sha256;
  try {
    // an earlier move to another volume was interrupted after the copy was verified, so only the original is left to delete
    if (!folder && files.stat(to)?.kind === "file" && same(from, to)) files.remove(from);
    else files.rename(from, to);
  } catch (error) {
    if (folder || systemCode(error) !== "EXDEV") throw error;
    const copy = copyBeside(transaction, to);
    files.write(copy, [files.read(from)], from);
    if (!same(from, copy)) throw error;
    files.rename(copy, to);
    files.remove(from);
  }
}

/** Deletes the copies that interrupted moves to another volume left next to their targets. */
export function removeHalves(transaction: Transaction, paths: readonly string[]): void {
  const { files } = transaction.world;
  for (const copy of paths.map((path) => copyBeside(transaction, path))) {
    if (files.stat(copy)?.kind === "file") files.remove(copy);
  }
}

/**
 * Deletes the journal, which ends the deploy or rollback. If a program has the journal open, adds a note instead: the receipt or the old
 * plug-in folder shows the next run that nothing is unfinished, and that run deletes the journal.
 */
export function removeJournal({ layout, world, notes }: Transaction): void {
  try {
    world.files.remove(layout.journal);
  } catch (error) {
    if (!isHeld(error, world.windows)) throw error;
    notes.push(
      `${layout.journal} could not be removed (${failureWords(error)}); nothing is unfinished, and the next run removes it`,
    );
  }
}
