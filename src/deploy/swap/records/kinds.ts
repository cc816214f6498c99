import { type Anchor, type Kind, NUL } from "../../../kernel/index.ts";
import type { SwapFiles } from "../../../platform/index.ts";
import type { Layout } from "../protocol/layout.ts";
import { isComplete } from "../protocol/copied-receipt.ts";
import { wayFault } from "../protocol/links.ts";
import type { Journal, SwapPlan } from "../protocol/plan.ts";
import type { Receipt } from "../protocol/receipt.ts";
import { type Confines, pathsOf, filesIn, planFault, receiptFault } from "./confine.ts";

/* The kinds of records below .swap: receipt, plan and journal. src/kernel/records/read.ts validates them. */

/** Names of fields of receipts with free text: keys and values of settings files, messages, the output of a program. */
const OTHERS = ["value", "key", "keep", "expected", "found", "java", "error", "notes", "reason", "name", "kept"];

/** The largest size in bytes of a receipt or plan that is read: enough for the largest bundle (65,535 files in the plug-in folder). */
const LARGEST_LIST = 1 << 26;

/** The name of the deploy or rollback (`run`) and the sequence number, as in a receipt's file name. */
export interface Named {
  readonly run: string;
  readonly sequence: number;
}

export interface ReceiptContext {
  readonly layout: Pick<Layout, "install" | "anchor" | "here" | "receipts">;
  /**
   * The run and sequence number that the receipt must have, from its file name; null for the prepared receipt of an unfinished run, which
   * has no such name yet.
   */
  readonly named: Named | null;
  /** Access to the files, for finding symbolic links above each path of a receipt; null if no file is opened because of the receipt. */
  readonly files: SwapFiles | null;
}

/** Returns the contradiction between a receipt and its file name, or the fault that it describes no state; null if there is neither. */
function contradiction(receipt: Receipt, { run, sequence }: Named): string | null {
  if (receipt.run !== run || receipt.sequence !== sequence) return "its name is that of another run";
  if (receipt.result !== "done" || receipt.code !== 0 || receipt.state === null) return "it describes no state";
  return null;
}

/** Returns the fault if a folder above a path of a record is a symbolic link, else null. Without --root, such links are allowed. */
function linkFault(files: SwapFiles | null, { root, windows }: Anchor, places: readonly string[]): string | null {
  return files === null || root === null ? null : wayFault({ files, windows }, places, root);
}

export const RECEIPT: Kind<Receipt, ReceiptContext> = {
  schema: "receipt",
  largest: LARGEST_LIST,
  free: new Set(OTHERS),
  refused: NUL,
  fault(receipt, { layout, named, files }) {
    const here = layout.here?.(receipt) ?? receipt;
    return (
      (isComplete(receipt) ? null : "it is a copy without sizes and digests") ??
      (named && contradiction(receipt, named)) ??
      receiptFault(here, { ...layout.anchor, install: layout.install }) ??
      linkFault(files, layout.anchor, [...filesIn(here), layout.receipts])
    );
  },
};

export interface PlanContext {
  readonly run: string;
  readonly swap: string;
  readonly confines: Confines;
  /**
   * The digests that journal or receipt have for the plan, one of which its bytes must have; null for receipts of version 0.1.0, which have
   * none.
   */
  readonly digests: readonly string[] | null;
  readonly files: SwapFiles;
}

export const PLAN: Kind<SwapPlan, PlanContext> = {
  schema: "plan",
  largest: LARGEST_LIST,
  free: new Set(["values"]),
  refused: NUL,
  fault(plan, { run, swap, confines, digests, files }, sha256) {
    if (digests !== null && !digests.includes(sha256)) return "its digest differs from the one that its run recorded";
    return planFault(plan, run, confines) ?? wayFault({ files, windows: confines.windows }, pathsOf(plan, swap), confines.root);
  },
};

/** The kind of record of the journal, which names a deploy or rollback and a digest but no path, so there is no path to check. */
export const JOURNAL: Kind<Journal, null> = {
  schema: "journal",
  largest: 1 << 20,
  free: new Set(["error"]),
  refused: NUL,
  fault: () => null,
};
