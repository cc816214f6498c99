import { join, resolve } from "node:path";
import { writeFileAnew } from "./atomic.ts";
import { makeFolders } from "./folders.ts";
import { describeError } from "./confined-tree.ts";

interface Copied {
  readonly machine: string;
  readonly run: string;
}

/**
 * Copies a receipt to a folder, for example on a share, under a name of machine and run, so that copies of two machines never have one
 * name. Never writes through a symbolic link in that folder, because others can write to the share. Returns a message about the copy, or
 * throws an error with such a message.
 */
export function putReceiptCopy(cwd: string, folder: string, receipt: Copied): string {
  const target = join(resolve(cwd, folder), `${receipt.machine.replace(/[^A-Za-z0-9._-]/g, "_")}-${receipt.run}.json`);
  try {
    makeFolders(resolve(cwd, folder));
    writeFileAnew(target, Buffer.from(`${JSON.stringify(receipt, null, 1)}\n`, "utf8"));
    return `receipt copied to ${target}`;
  } catch (error) {
    throw new Error(`the receipt could not be copied to ${target}: ${describeError(error)}`);
  }
}

/**
 * Copies the receipt of a deploy or rollback that failed. Ignores a failure to copy, because the user must see the failure of the deploy
 * instead.
 */
export function copyReceipt(cwd: string, folder: string | undefined, receipt: Copied): void {
  if (folder === undefined) return;
  try {
    putReceiptCopy(cwd, folder, receipt);
  } catch {
    // the failed deploy is reported instead of the failed copy of its receipt
  }
}
