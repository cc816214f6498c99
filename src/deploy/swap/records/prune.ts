import { type Layout, RUN_NAME } from "../protocol/layout.ts";
import { DeployStop, failureWords } from "../protocol/outcome.ts";
import type { Receipt } from "../protocol/receipt.ts";
import { stateReceipts } from "./receipts.ts";
import { PLAN } from "./kinds.ts";
import { recordForDisplay } from "./records.ts";
import type { SwapWorld } from "../../../platform/index.ts";

const runOf = (path: string): string => path.slice(0, path.indexOf("/"));

/**
 * Returns the names of the work folders that rollbacks need: from the newest receipt back over settings switches to the last exchange of
 * the plug-in folder, so that exactly one replaced plug-in folder is kept.
 */
function needed(receipts: readonly Receipt[]): ReadonlySet<string> {
  const keep = new Set<string>();
  for (let receipt = receipts.at(-1); receipt?.undo; ) {
    const run = runOf(receipt.undo.plan);
    if (keep.has(run)) break;
    keep.add(run);
    const own = receipts.find((item) => item.run === run);
    if (own?.kind !== "settings") break;
    receipt = receipts.find((item) => item.run === own.before?.run);
  }
  return keep;
}

/**
 * Returns whether the plug-in folder that a deploy or rollback replaced is described by no receipt: someone made it by hand, and it is
 * never deleted, because no bundle can install it again.
 */
function handMade(world: SwapWorld, layout: Layout, run: string, receipts: readonly Receipt[]): boolean {
  const path = layout.at(`${run}/plan.json`);
  if (!world.files.stat(layout.at(`${run}/old`)) || !world.files.stat(path)) return false;
  const plan = recordForDisplay(world.files, path, PLAN);
  if (plan === null) return true; // without a readable plan, it is unknown whether a receipt describes the replaced plug-in folder
  const before = plan.tree?.before ?? null;
  return before !== null && !receipts.some((receipt) => receipt.state?.tree?.sha256 === before.sha256);
}

/**
 * Deletes the work folders of earlier deploys and rollbacks that no further rollback needs. Returns notes for the user; a failure to delete
 * is only a note.
 */
export function prune(world: SwapWorld, layout: Layout): readonly string[] {
  const notes: string[] = [];
  const { files } = world;
  let receipts: readonly Receipt[];
  try {
    receipts = stateReceipts(files, layout);
  } catch (error) {
    if (!(error instanceof DeployStop)) throw error;
    return [`no old backup is removed, because it is unknown which are needed: ${error.message}`];
  }
  const keep = needed(receipts);
  for (const name of files.list(layout.swap)) {
    if (!RUN_NAME.test(name) || keep.has(name)) continue;
    if (handMade(world, layout, name, receipts)) {
      notes.push(`.swap/${name}/old has a plug-in folder that was made or changed by hand; it is kept`);
      continue;
    }
    world.reached("prune", name);
    try {
      files.removeTree(layout.at(name));
    } catch (error) {
      notes.push(`.swap/${name} could not be removed: ${failureWords(error)}`);
    }
  }
  return notes;
}
