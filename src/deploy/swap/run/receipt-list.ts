import { Layout } from "../protocol/layout.ts";
import { refuseLinks } from "../protocol/links.ts";
import type { InstalledBundle, Receipt } from "../protocol/receipt.ts";
import { stateReceipts } from "../records/receipts.ts";
import { noReceipt } from "./rollback.ts";
import { isUnfinished } from "../records/unfinished.ts";
import type { SwapWorld } from "../../../platform/index.ts";

/** One receipt of an installation, as `rollback --list` shows it. */
export interface ListedReceipt {
  readonly sequence: number;
  readonly run: string;
  readonly at: string;
  readonly kind: Receipt["kind"];
  readonly user: string;
  readonly runner: string;
  /** The bundle that was installed after the deploy or rollback; null for the state before the first deploy. */
  readonly bundle: InstalledBundle | null;
  /** True for the newest receipt, which describes what is installed now. */
  readonly stands: boolean;
  /** True if a `rollback` now would undo the deploy or rollback of this receipt. */
  readonly undone: boolean;
}

export interface ReceiptList {
  readonly receipts: readonly ListedReceipt[];
  readonly unfinished: boolean;
}

/** Returns the receipts of an installation, oldest first; writes nothing. Throws DeployStop. */
export function listReceipts({ files, ...world }: SwapWorld, install: string, swap: string, root: string | null): ReceiptList {
  refuseLinks({ files, ...world }, [install, swap], "folder");
  const layout = new Layout(swap, { root, windows: world.windows, named: [install] });
  const all = stateReceipts(files, layout);
  const newest = all.at(-1);
  if (!newest) throw noReceipt(swap);
  const next = newest.undo && files.stat(layout.at(newest.undo.plan)) ? newest.undo.plan.split("/")[0] : null;
  return {
    unfinished: isUnfinished(files, layout, newest),
    receipts: all.map((receipt) => ({
      sequence: receipt.sequence,
      run: receipt.run,
      at: receipt.at,
      kind: receipt.kind,
      user: receipt.user,
      runner: receipt.runner,
      bundle: receipt.bundle,
      stands: receipt === newest,
      undone: receipt.run === next,
    })),
  };
}
