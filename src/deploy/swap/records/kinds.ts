import { type Anchor, type Kind, NUL } from "../../../kernel/index.ts";
import type { SwapFiles } from "../../../platform/index.ts";
import type { Layout } from "../protocol/layout.ts";
import { isComplete } from "../protocol/copied-receipt.ts";
import { wayFault } from "../protocol/links.ts";
import type { Journal, SwapPlan } from "../protocol/plan.ts";
import type { Receipt } from "../protocol/receipt.ts";
import { type Confines, pathsOf, filesIn, planFault, receiptFault } from "./confine.ts";

/* The records below .swap, as src/kernel/records/read.ts judges them. */

/** Fields with free text from the machine or from people: values of settings files, messages, a program's answer. */
const OTHERS = ["value", "key", "keep", "expected", "found", "java", "error", "notes", "reason", "name", "kept"];

/** The largest receipt in bytes, enough for the largest bundle (65,535 files in a tree). */
const LARGEST_LIST = 1 << 26;

/** The run and number in a receipt's name. */
export interface Named {
  readonly run: string;
  readonly sequence: number;
}

export interface ReceiptContext {
  readonly layout: Pick<Layout, "install" | "anchor" | "here" | "receipts">;
  /** The name that the receipt must match and describe a state for; null for the receipt of an unfinished run, which has no name yet. */
  readonly named: Named | null;
  /** File access for finding links on the way to each place; null if no file is opened because of this receipt. */
  readonly files: SwapFiles | null;
}

/** Returns the contradiction between a receipt and its name, or null. It must describe a state of the run in its name. */
function contradiction(receipt: Receipt, { run, sequence }: Named): string | null {
  if (receipt.run !== run || receipt.sequence !== sequence) return "its name is that of another run";
  if (receipt.result !== "done" || receipt.code !== 0 || receipt.state === null) return "it describes no state";
  return null;
}

/** Returns the fault of a link on the way to a place; null without a root, because then no place is out of bounds. */
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
  /** Digests of the plan in other records; null for records of 0.1.0, which have none. */
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

/** The kind of the journal. It names a run and the digest of a plan but no place, and its schema requires a plain run name. */
export const JOURNAL: Kind<Journal, null> = {
  schema: "journal",
  largest: 1 << 20,
  free: new Set(["error"]),
  refused: NUL,
  fault: () => null,
};
