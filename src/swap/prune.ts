import { type Layout, RUN_NAME } from "./layout.ts";
import { failureWords } from "./outcome.ts";
import { readPlan } from "./plan.ts";
import type { Receipt } from "./receipt.ts";
import { stateReceipts } from "./receipts.ts";
import type { SwapWorld } from "./world.ts";

const runOf = (path: string): string => path.slice(0, path.indexOf("/"));

/**
 * The run folders that rollbacks need: from the newest receipt back over settings switches, up to and with the last exchange of the
 * plug-in folder. So exactly one replaced tree is kept.
 */
function needed(receipts: readonly Receipt[]): ReadonlySet<string> {
  const keep = new Set<string>();
  for (let receipt = receipts.at(-1); receipt?.undo; ) {
    const run = runOf(receipt.undo.plan);
    keep.add(run);
    const own = receipts.find((item) => item.run === run);
    if (own?.kind !== "settings") break;
    receipt = receipts.find((item) => item.run === own.before?.run);
  }
  return keep;
}

/** A replaced tree that no receipt describes was made by hand: it is kept for ever, because nothing could make it again. */
function handMade(world: SwapWorld, layout: Layout, run: string, receipts: readonly Receipt[]): boolean {
  const path = layout.at(`${run}/plan.json`);
  if (!world.files.look(layout.at(`${run}/old`)) || !world.files.look(path)) return false;
  const before = readPlan(world.files.read(path))?.tree?.before ?? null;
  return before !== null && !receipts.some((receipt) => receipt.state?.tree?.sha256 === before.sha256);
}

/** Removes work folders whose backup nothing needs any more; a failure is a note, never a failure of the run. */
export function prune(world: SwapWorld, layout: Layout): readonly string[] {
  const notes: string[] = [];
  const { files } = world;
  const receipts = stateReceipts(files, layout);
  const keep = needed(receipts);
  for (const name of files.list(layout.swap)) {
    if (!RUN_NAME.test(name) || keep.has(name)) continue;
    if (handMade(world, layout, name, receipts)) {
      notes.push(`.swap/${name}/old holds a plug-in folder that was made by hand; it is kept`);
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
