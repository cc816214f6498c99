import { join, resolve } from "node:path";
import { writeFileAnew } from "./atomic.ts";
import { makeFolders } from "./folders.ts";
import { describeError } from "./confined-tree.ts";

interface Copied {
  readonly machine: string;
  readonly run: string;
}

/**
 * Puts a copy of a receipt into a folder, for example on a share: named by machine and run, so that machines never meet. Says so; throws in
 * the same words. Others may write to the share: nothing there is written through.
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

/** The receipt of a run that stopped: what stopped it is what counts, and a share that cannot be reached is not told. */
export function copyReceipt(cwd: string, folder: string | undefined, receipt: Copied): void {
  if (folder === undefined) return;
  try {
    putReceiptCopy(cwd, folder, receipt);
  } catch {
    // what stopped the run is what counts
  }
}
