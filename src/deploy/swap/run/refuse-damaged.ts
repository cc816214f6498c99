import { damageStop, keptBytes, type Side, treeAt } from "../stage/kept.ts";
import type { Transaction } from "../stage/prepared.ts";
import { wayTo } from "./put-back.ts";
import { sameTree } from "../protocol/tree.ts";

/** Throws DeployStop 12 if an undo needs the old plug-in folder in the work folder, and that is damaged or missing. */
function refuseDamagedTree({ plan, layout, world }: Transaction): void {
  const { tree } = plan;
  if (!tree?.before) return;
  const live = treeAt(world, tree.live);
  if (live && sameTree(live.record, tree.before)) return;
  const backup = layout.at(tree.backup);
  const kept = treeAt(world, backup);
  if (kept && sameTree(kept.record, tree.before)) return;
  if (world.files.stat(backup)) throw damageStop(backup, "not the folder that was moved there");
  const entered = tree.staged !== null && !world.files.stat(layout.at(tree.staged));
  if (world.files.stat(tree.live) && !entered) return; // the live folder was not moved away, so an undo does not need the backup
  throw damageStop(backup, "missing");
}

function refuseDamagedStrays({ plan, layout, world }: Transaction): void {
  for (const { path, to, folder, sha256 } of plan.strays) {
    const kept = layout.at(to);
    if (!world.files.stat(kept) || world.files.stat(path)) continue;
    const is = folder
      ? treeAt(world, kept)?.record.sha256
      : world.files.stat(kept)?.kind === "file"
        ? world.files.hash(kept).sha256
        : null;
    if (is !== sha256) throw damageStop(kept, "different from what was put into quarantine");
  }
}

/**
 * Throws DeployStop 12 before any change if a copy below .swap that an undo (or, for `after`, a recovery) needs is damaged, so that all
 * files change or none.
 */
export function refuseDamaged(transaction: Transaction, side: Side): void {
  for (const file of transaction.plan.files) {
    if (wayTo(transaction, file, side) === "bytes") keptBytes(transaction.world, transaction.layout, file, side);
  }
  if (side === "after") return;
  refuseDamagedTree(transaction);
  refuseDamagedStrays(transaction);
}
