import type { Confines } from "../records/confine.ts";
import { type Judged, LARGEST_TEXT, PropertiesDocument } from "../../../kernel/index.ts";
import { PLAN } from "../records/kinds.ts";
import { plannedValues } from "../stage/planned-values.ts";
import { loadValues } from "../inspect/values.ts";
import { damageStop, keptBytes, treeAt } from "../stage/kept.ts";
import { quarantineEdited } from "../stage/quarantine.ts";
import type { Layout } from "../protocol/layout.ts";
import { refuseLinks } from "../protocol/links.ts";
import { DeployStop, refusal } from "../protocol/outcome.ts";
import type { PlannedFile, SwapPlan } from "../protocol/plan.ts";
import type { Transaction } from "../stage/prepared.ts";
import type { Receipt } from "../protocol/receipt.ts";
import { recordAt } from "../records/records.ts";
import { type FileChange, recordBytes } from "../stage/staged-files.ts";
import { type ListedTree, sameTree } from "../protocol/tree.ts";
import type { SwapWorld } from "../../../platform/index.ts";

/**
 * Returns the plan of the newest deploy or rollback, which a rollback undoes. Throws DeployStop 12 if the plan was changed since that run.
 */
export function lastPlan(
  world: SwapWorld,
  layout: Layout,
  confines: Confines,
  receipt: Judged<Receipt>,
  notes: string[],
): Judged<SwapPlan> {
  if (!receipt.undo) {
    throw refusal(
      receipt.kind === "rollback" ? "the last run was a rollback, and no earlier state is kept" : "the last run kept no backup",
      "install the bundle of the state you want; nothing was written",
    );
  }
  const path = layout.at(receipt.undo.plan);
  const run = receipt.undo.plan.slice(0, receipt.undo.plan.indexOf("/"));
  const { sha256 } = receipt.undo;
  const digests = sha256 === undefined ? null : [sha256];
  const context = { run, swap: layout.swap, confines, digests, files: world.files };
  const read = recordAt(world.files, path, PLAN, context) ?? { problem: "it is missing" };
  if ("problem" in read) throw changedRecord(path, read.problem);
  // a symbolic link is refused as before an install: it could not be exchanged, so its file would stay new while the others become old
  refuseLinks(
    world,
    read.record.files.map((file) => file.path),
    "file",
  );
  refuseLinks(world, read.record.tree ? [read.record.tree.live] : [], "folder");
  if (sha256 === undefined)
    notes.push(
      `receipt ${receipt.sequence} was written by ${receipt.runner} and has no digest of its plan: only the plan's shape and targets were checked`,
    );
  return read.record;
}

const changedRecord = (path: string, problem: string): DeployStop =>
  new DeployStop(
    12,
    `${path} was changed after its run: ${problem}`,
    "the previous state is unknown, and nothing was touched: find out who changed it, and install the bundle of the state you want",
  );

/**
 * Returns the change with which a rollback restores one file: to its old bytes, or by single values if the connector has rewritten it.
 * Returns null if there is nothing to change, or if a changed log4j2.xml stays.
 * @param transaction `run` is the name of the rollback; null for `rollback --what-if`, which writes nothing
 */
export function backChange(
  transaction: Pick<Transaction, "world" | "layout" | "notes"> & { readonly run: string | null },
  file: PlannedFile,
): FileChange | null {
  const { world, layout, notes } = transaction;
  const largest = file.as === "bytes" ? undefined : LARGEST_TEXT;
  const live = world.files.stat(file.path)?.kind === "file" ? world.files.read(file.path, largest) : null;
  const kept = file.backup === null ? null : keptBytes(world, layout, file, "before");
  const change = { id: file.id, path: file.path, as: file.as, before: live };
  const values = plannedValues(transaction, file).map(({ key, before, after }) => ({ key, before: after, after: before }));
  if (live === null || recordBytes(live).sha256 === file.after?.sha256) return { ...change, after: kept, values };
  if (file.as === "pairs" && file.before !== null) {
    const now = loadValues(file.path, live);
    const edits = values.map(({ key, after }) => (after === null ? ({ key, remove: true } as const) : { key, value: after }));
    const after = PropertiesDocument.parse(live).edit(edits).bytes();
    const current = values.map(({ key, after: wanted }) => ({ key, before: now.get(key) ?? null, after: wanted }));
    return after.equals(live) ? null : { ...change, after, values: current };
  }
  if (file.as === "log4j2") {
    notes.push(`${file.path} was changed since and is left unchanged`);
    return null;
  }
  notes.push(
    transaction.run === null
      ? `${file.path} was changed since; a copy would go into quarantine`
      : quarantineEdited(world, layout, transaction.run, file.id, file.path, live),
  );
  return { ...change, after: kept, values };
}

/**
 * Returns the old plug-in folder that a rollback restores; null if there was none. Throws DeployStop 12 if it is missing or was changed.
 */
export function keptTree(world: SwapWorld, layout: Layout, plan: SwapPlan): ListedTree | null {
  if (!plan.tree?.before) return null;
  const kept = treeAt(world, layout.at(plan.tree.backup));
  if (kept && sameTree(kept.record, plan.tree.before)) return kept;
  throw damageStop(
    layout.at(plan.tree.backup),
    kept ? "not the folder that was moved there" : "missing, or not an ordinary folder",
  );
}
