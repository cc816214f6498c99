import type { ListedReceipt, ReceiptList } from "../swap/run/receipt-list.ts";
import type { WouldRollBack } from "../swap/run/rollback-what-if.ts";
import { NL } from "../../report/index.ts";

const bundleWords = (bundle: ListedReceipt["bundle"]): string =>
  bundle
    ? `${bundle.environment}, connector ${bundle.connector}, serial ${bundle.serial}`
    : "what was there before the first deploy";

/** Returns the text about what a rollback would do. */
export function wouldRollBackText(install: string, { undone, back, notes }: WouldRollBack): string {
  const lines = [
    "could be rolled back as it is; nothing was written",
    `would undo: ${undone.kind} of ${undone.bundle?.name ?? "an earlier run"} (${undone.at})`,
    `back to ${bundleWords(back)}`,
    ...notes,
  ];
  return `${install}${NL}${lines.map((line) => `  ${line}${NL}`).join("")}`;
}

function marks({ stands, undone }: ListedReceipt): string {
  const words = [...(stands ? ["stands now"] : []), ...(undone ? ["rollback undoes it"] : [])];
  return words.length === 0 ? "" : `  (${words.join("; ")})`;
}

/** Returns the text of an installation's receipts, oldest first. */
export function receiptsText(install: string, { receipts, unfinished }: ReceiptList): string {
  const lines = receipts.map((receipt) => {
    const number = String(receipt.sequence).padStart(6, "0");
    return `  ${number}  ${receipt.at}  ${receipt.kind.padEnd(8)}  ${bundleWords(receipt.bundle)}${marks(receipt)}${NL}`;
  });
  const open = unfinished ? `  a run is unfinished: any deploy command finishes or undoes it first${NL}` : "";
  return `${install}${NL}${lines.join("")}${open}`;
}
