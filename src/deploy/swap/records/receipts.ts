import { join } from "node:path";
import { ordinal } from "../../bundle/tree.ts";
import { LAST_RECEIPT, RECEIPT_NAME, type Layout } from "../protocol/layout.ts";
import { DeployStop } from "../protocol/outcome.ts";
import type { Receipt } from "../protocol/receipt.ts";
import { type Judged, normalizePath } from "../../../kernel/index.ts";
import { RECEIPT } from "./kinds.ts";
import { recordAt, recordForDisplay } from "./records.ts";
import type { SwapPlan } from "../protocol/plan.ts";
import type { SwapFiles, SwapWorld } from "../../../platform/index.ts";

/** The file name of a receipt that describes a state, with the sequence number and run in it. */
interface ReceiptName {
  readonly name: string;
  readonly sequence: number;
  readonly run: string;
}

function nameOf(name: string): readonly ReceiptName[] {
  const [, sequence, run] = RECEIPT_NAME.exec(name) ?? [];
  return sequence && run ? [{ name, sequence: Number(sequence), run }] : [];
}

/** Returns the receipts' file names, oldest first by sequence number: sorted as text, '1000000-' would be before '999999-'. */
function receiptNames(files: SwapFiles, layout: Layout): readonly ReceiptName[] {
  const stat = files.stat(layout.receipts);
  if (!stat) return [];
  if (stat.kind !== "folder") {
    throw new DeployStop(
      12,
      `${layout.receipts} is a ${stat.kind}, but must be the folder of the receipts`,
      "find out who put it there, and put an ordinary folder with the receipts in its place; nothing was touched",
    );
  }
  const names = files.list(layout.receipts).flatMap(nameOf);
  return names.sort((a, b) => a.sequence - b.sequence || ordinal(a.name, b.name));
}

const UNREADABLE =
  "compare the installation with the receipt's copy on the share, if there is one; then move the file away and install the swap bundle again";

const MOVED =
  "the tool's folder was copied or moved after the deploy, or is named differently: if it is the same folder, name it with --install as in the receipt; if it is another one, move its folder .swap away and install the swap bundle there";

/** Returns whether a receipt states another installation folder than the one in which the receipt is. */
function isMoved(files: SwapFiles, path: string, { install, anchor, here }: Layout): boolean {
  const told = recordForDisplay(files, path, RECEIPT);
  return (
    told !== null && normalizePath((here?.(told) ?? told).install, anchor.windows) !== normalizePath(install, anchor.windows)
  );
}

/**
 * Reads and validates one receipt. Throws DeployStop 12 if it cannot be read.
 * @param opened true for the newest receipt: the files that it names are opened, so a symbolic link above one of them is a fault
 */
function receiptAt(files: SwapFiles, layout: Layout, named: ReceiptName, opened: boolean): Judged<Receipt> {
  const path = join(layout.receipts, named.name);
  const context = { layout, named, files: opened ? files : null };
  const read = recordAt(files, path, RECEIPT, context) ?? { problem: "it is missing" };
  if ("record" in read) return layout.here ? (layout.here(read.record) as Judged<Receipt>) : read.record;
  throw new DeployStop(
    12,
    `${path} cannot be read: ${read.problem}; the installed environment, release and key are unknown`,
    isMoved(files, path, layout) ? MOVED : UNREADABLE,
  );
}

/**
 * Returns the prepared receipt of a deploy or rollback; null if the receipt is already in its place. Throws DeployStop 12 if it cannot be
 * read or has not the next sequence number, because that file is moved to .swap/receipts unchanged.
 */
export function preparedReceipt(
  { files }: Pick<SwapWorld, "files">,
  layout: Layout,
  { run }: Pick<SwapPlan, "run">,
): Judged<Receipt> | null {
  if (runsWithReceipt(files, layout).has(run)) return null;
  const path = layout.at(`${run}/receipt.json`);
  const named = { run, sequence: nextSequence(files, layout) };
  const read = recordAt(files, path, RECEIPT, { layout, named, files: null }) ?? { problem: "it is missing" };
  if ("record" in read) return read.record;
  throw new DeployStop(
    12,
    `${path} cannot be read: ${read.problem}`,
    "keep the folder .swap as it is, and find out who changed it; the run cannot be finished without its receipt",
  );
}

/** Returns every receipt that describes a state, oldest first. Throws DeployStop 12 if one cannot be read. */
export function stateReceipts(files: SwapFiles, layout: Layout): readonly Judged<Receipt>[] {
  const names = receiptNames(files, layout);
  return names.map((name) => receiptAt(files, layout, name, name === names.at(-1)));
}

/** Returns the names of the deploys and rollbacks that have a receipt, readable or not. */
export function runsWithReceipt(files: SwapFiles, layout: Layout): ReadonlySet<string> {
  return new Set(receiptNames(files, layout).map(({ run }) => run));
}

/** Returns the highest sequence number in a receipt's name, readable or not; 0 without receipts. */
export function lastSequence(files: SwapFiles, layout: Layout): number {
  return receiptNames(files, layout).at(-1)?.sequence ?? 0;
}

/** Returns the sequence number of the next receipt. Throws DeployStop 12 if the number would be too high for a receipt's name. */
export function nextSequence(files: SwapFiles, layout: Layout): number {
  const last = lastSequence(files, layout);
  if (last < LAST_RECEIPT) return last + 1;
  throw new DeployStop(
    12,
    `a receipt in ${layout.receipts} has the number ${last}, and no higher one can be given`,
    "no run has such a number: find out who put the file there, and move it away; nothing was touched",
  );
}

/**
 * Returns the newest receipt, which describes the current state; null without receipts. Throws DeployStop 12 if the newest receipt cannot
 * be read, because an older one describes an outdated state.
 */
export function newestReceipt(files: SwapFiles, layout: Layout): Judged<Receipt> | null {
  const name = receiptNames(files, layout).at(-1);
  return name === undefined ? null : receiptAt(files, layout, name, true);
}

/** Returns the newest receipt for display only, without a check of the paths in it; null if there is none or it is malformed. */
export function shownReceipt(files: SwapFiles, layout: Layout): Receipt | null {
  const name = receiptNames(files, layout).at(-1);
  return name === undefined ? null : recordForDisplay(files, join(layout.receipts, name.name), RECEIPT);
}

/**
 * Returns the deploy or rollback that a further rollback would undo, and the receipt of the state that it would restore. That receipt is
 * null if the state is the one before the first deploy.
 */
export function undoneRun(
  receipts: readonly Receipt[],
  newest: Receipt,
): { readonly undone: Receipt; readonly earlier: Receipt | null } {
  const owner = receipts.find((receipt) => newest.undo?.plan.startsWith(`${receipt.run}/`));
  return { undone: owner ?? newest, earlier: receipts.find((receipt) => receipt.run === owner?.before?.run) ?? null };
}
