import { JOURNAL_SCHEMA, jsonBytes } from "../../../../src/deploy/swap/protocol/plan.ts";
import type { Judged } from "../../../../src/kernel/records/read.ts";
import type { Receipt } from "../../../../src/deploy/swap/protocol/receipt.ts";
import { sha256 } from "./bundle.ts";
import { MemoryFiles } from "./memory-files.ts";
import { sampleReceipt, SWAP } from "./sample-records.ts";
import { layout } from "./transactions.ts";

export const runOf = (n: number) => `2026010${n}T000000Z-00000${n}`;
/** The receipt of the run with this number, which is its own number, too. */
export const receiptOf = (n: number, more: Partial<Receipt> = {}): Judged<Receipt> =>
  sampleReceipt({ sequence: n, run: runOf(n), ...more });
export const journalOf = (run: string, state = "prepared") => ({
  schema: JOURNAL_SCHEMA,
  run,
  state,
  machine: "ws1",
  plan: sha256("plan"),
  error: null,
});

/** A work folder with these receipts in their places, and other files and folders (null) below it. */
export function machine(receipts: readonly Receipt[], others: Readonly<Record<string, unknown>> = {}): MemoryFiles {
  const files = new MemoryFiles({ [SWAP]: null });
  for (const receipt of receipts) files.file(layout.receipt(receipt.sequence, receipt.run), jsonBytes(receipt));
  for (const [path, content] of Object.entries(others)) {
    if (content === null) files.folder(layout.at(path));
    else files.file(layout.at(path), typeof content === "string" ? content : jsonBytes(content));
  }
  return files;
}
