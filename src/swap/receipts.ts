import { join } from "node:path";
import { RECEIPT_NAME, type Layout } from "./layout.ts";
import { DeployStop } from "./outcome.ts";
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

/** What stands now. Throws DeployStop 12 when the newest receipt cannot be read: an older one would say what stands no longer. */
export function newestReceipt(files: SwapFiles, layout: Layout): Receipt | null {
  if (files.look(layout.receipts)?.kind !== "folder") return null;
  const name = [...files.list(layout.receipts)]
    .filter((item) => RECEIPT_NAME.test(item))
    .sort()
    .at(-1);
  if (name === undefined) return null;
  const path = join(layout.receipts, name);
  const receipt = readReceipt(files.read(path));
  if (receipt) return receipt;
  throw new DeployStop(
    12,
    `${path} cannot be read: what stands here, from which environment and with which key is not known`,
    "compare the installation with the receipt's copy on the share, if there is one; then move the file away and install the swap bundle again",
  );
}
