import { join } from "node:path";
import { RECEIPT_NAME, type Layout } from "./layout.ts";
import { type Receipt, readReceipt } from "./receipt.ts";
import type { SwapFiles } from "./world.ts";

/** Every receipt that describes a state, oldest first; one that cannot be read is left out. */
export function stateReceipts(files: SwapFiles, layout: Layout): readonly Receipt[] {
  if (files.look(layout.receipts)?.kind !== "folder") return [];
  return [...files.list(layout.receipts)]
    .filter((name) => RECEIPT_NAME.test(name))
    .sort()
    .flatMap((name) => readReceipt(files.read(join(layout.receipts, name))) ?? []);
}

/** The highest sequence number that a receipt's name has, readable or not. */
export function lastSequence(files: SwapFiles, layout: Layout): number {
  if (files.look(layout.receipts)?.kind !== "folder") return 0;
  return files.list(layout.receipts).reduce((last, name) => Math.max(last, Number(RECEIPT_NAME.exec(name)?.[1] ?? 0)), 0);
}

/** What stands now. */
export function newestReceipt(files: SwapFiles, layout: Layout): Receipt | null {
  return stateReceipts(files, layout).at(-1) ?? null;
}
