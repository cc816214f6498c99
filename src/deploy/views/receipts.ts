import type { ListedReceipt, ReceiptList } from "../swap/run/receipt-list.ts";
import type { WouldRollBack } from "../swap/run/rollback-what-if.ts";
import { restoredTexts } from "../swap/inspect/difference.ts";
import { bundleText } from "../swap/records/standing.ts";
import { NL } from "../../report/index.ts";

/** Returns the text of `rollback --what-if`: the deploy that it would undo, and the state that it would restore. */
export function wouldRollBackText(install: string, { undone, back, notes }: WouldRollBack): string {
  const lines = [
    "can be rolled back; nothing was written",
    `would undo: ${undone.kind} of ${undone.bundle?.name ?? "an earlier run"} (${undone.at})`,
    `back to ${bundleText(back)}`,
    ...restoredTexts(undone, back, "would be"),
    ...notes,
  ];
  return `${install}${NL}${lines.map((line) => `  ${line}${NL}`).join("")}`;
}

function marks({ stands, undone }: ListedReceipt): string {
  const words = [...(stands ? ["current"] : []), ...(undone ? ["rollback undoes it"] : [])];
  return words.length === 0 ? "" : `  (${words.join("; ")})`;
}

/** Returns the lines about an installation's receipts, oldest first, and about an unfinished deploy or rollback. */
export function receiptsText({ install, receipts, unfinished }: ReceiptList & { readonly install: string }): string {
  const lines = receipts.map((receipt) => {
    const number = String(receipt.sequence).padStart(6, "0");
    return `  ${number}  ${receipt.at}  ${receipt.kind.padEnd(8)}  ${bundleText(receipt.bundle)}${marks(receipt)}${NL}`;
  });
  const open = unfinished ? `  a run is unfinished: any deploy command finishes or undoes it first${NL}` : "";
  return `${install}${NL}${lines.join("")}${open}`;
}
