import { join, resolve } from "node:path";
import { writeFileAnew } from "./atomic.ts";
import { makeFolders } from "./folders.ts";
import { describeError } from "./repository-files.ts";

/**
 * Puts a copy of a receipt into a folder, for example on a share (D8): named by machine and run, so that machines never meet. Gives
 * notes; a share that cannot be reached never undoes a deploy. Others may write to the share: nothing there is written through.
 */
export function copyReceipt(
  cwd: string,
  folder: string | undefined,
  receipt: { readonly machine: string; readonly run: string },
): readonly string[] {
  if (folder === undefined) return [];
  const target = join(resolve(cwd, folder), `${receipt.machine.replace(/[^A-Za-z0-9._-]/g, "_")}-${receipt.run}.json`);
  try {
    makeFolders(resolve(cwd, folder));
    writeFileAnew(target, Buffer.from(`${JSON.stringify(receipt, null, 1)}\n`, "utf8"));
    return [`receipt copied to ${target}`];
  } catch (error) {
    return [`the receipt could not be copied to ${target}: ${describeError(error)}`];
  }
}
