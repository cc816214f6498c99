import { RUN_NAME, type Layout } from "./layout.ts";
import { DeployStop, failureWords, inUseStop, isHeld, systemCode } from "./outcome.ts";
import { close, moveStray, prove, putReceipt } from "./perform.ts";
import { type Journal, type RunKind, type SwapPlan, readJournal, readPlan } from "./plan.ts";
import type { Transaction } from "./prepared.ts";
import { bringTo, refuseForeign } from "./put-back.ts";
import { prune } from "./prune.ts";
import { newestReceipt, stateReceipts } from "./receipts.ts";
import { inTree, recordBytes } from "./staged-files.ts";
import { directionOf } from "./steps.ts";
import { listTree } from "./tree.ts";
import { factsOf, goBack } from "./undo.ts";
import type { SwapWorld } from "./world.ts";

/** What recovery found and did, in words; null: there was nothing to do. */
export interface Recovered {
  readonly direction: "forward" | "backward" | "set-aside";
  readonly run: string;
  /** What the unfinished run was; null where its journal could not be read. */
  readonly kind: RunKind | null;
  readonly notes: readonly string[];
}

function planOf({ files }: SwapWorld, layout: Layout, run: string): { plan: SwapPlan; sha256: string } | null {
  const path = layout.at(`${run}/plan.json`);
  if (!RUN_NAME.test(run) || files.look(path)?.kind !== "file") return null;
  const bytes = files.read(path);
  const plan = readPlan(bytes);
  return plan && plan.run === run ? { plan, sha256: recordBytes(bytes).sha256 } : null;
}

export function runFolders({ files }: SwapWorld, layout: Layout): readonly string[] {
  if (files.look(layout.swap)?.kind !== "folder") return [];
  return [...files.list(layout.swap)].filter((name) => RUN_NAME.test(name)).sort();
}

/** Finishes forward: everything that is not there yet is brought there, then proven; never beyond what the plan says. */
function goForward(transaction: Transaction): void {
  const { plan, world } = transaction;
  refuseForeign(transaction);
  for (const file of plan.files) {
    world.reached("forward-files", file.id);
    bringTo(transaction, file, "after");
  }
  plan.strays.forEach((_, i) => {
    world.reached("forward-strays", String(i + 1));
    moveStray(transaction, i);
  });
  world.reached("forward-prove", null);
  prove(transaction, true);
  world.reached("forward-receipt", null);
  putReceipt(transaction);
  for (const file of plan.files) if (world.files.look(file.temp)?.kind === "file") world.files.remove(file.temp);
  close(transaction);
}

/** A journal that cannot be believed: the newest plan without a receipt is what was meant; else the disk must be as the last receipt says. */
function fromDisk(world: SwapWorld, layout: Layout): { journal: Journal; plan: SwapPlan; sha256: string } | null {
  const done = new Set(stateReceipts(world.files, layout).map((receipt) => receipt.run));
  for (const run of [...runFolders(world, layout)].reverse()) {
    const found = done.has(run) ? null : planOf(world, layout, run);
    if (!found) continue;
    const { plan, sha256 } = found;
    return {
      journal: { schema: "tierwright/journal/v1", run, state: "prepared", machine: plan.machine, plan: sha256, error: null },
      plan,
      sha256,
    };
  }
  return null;
}

function setAside(world: SwapWorld, layout: Layout, live: string | null, run: string): Recovered {
  const receipt = newestReceipt(world.files, layout);
  const folder = live ?? (receipt && inTree(receipt.install, `plugins/${receipt.plugin.folder}`));
  const tree = folder === null ? null : (listTree(world.files, folder)?.record.sha256 ?? null);
  const kept = runFolders(world, layout).some((name) => name !== receipt?.run && world.files.look(layout.at(`${name}/old`)));
  const asReceipt = receipt ? (receipt.state?.tree?.sha256 ?? null) === tree : !kept;
  if (!asReceipt) {
    throw new DeployStop(
      12,
      `${layout.journal} cannot be read, and the plug-in folder is not what the last receipt says`,
      `look into ${layout.swap}: the folder 'old' of the newest run is what was there before. Put it back by hand or install the swap bundle again after moving journal.json away`,
    );
  }
  if (!world.files.look(layout.at("strays"))) world.files.makeFolder(layout.at("strays"));
  const to = `strays/journal-${run}.json`;
  world.files.replace(layout.journal, layout.at(to));
  return {
    direction: "set-aside",
    run,
    kind: null,
    notes: [`a journal that could not be read lies in .swap/${to}; everything is as the last receipt says`],
  };
}

/**
 * Finishes or undoes what an earlier run left, deciding from journal, plan and disk alone. `live`: the plug-in folder, for a journal
 * that cannot be read. Throws DeployStop 12 with the journal kept when it cannot.
 */
export function recover(world: SwapWorld, layout: Layout, live: string | null, run: string): Recovered | null {
  try {
    return recoverLeft(world, layout, live, run);
  } catch (error) {
    if (error instanceof DeployStop) throw error;
    if (isHeld(error, false)) throw inUseStop(error, "nothing was changed");
    throw new DeployStop(
      12,
      `what an earlier run may have left in ${layout.swap} could not be read: ${failureWords(error)}`,
      "mend that and run any deploy command again; nothing was changed",
    );
  }
}

function recoverLeft(world: SwapWorld, layout: Layout, live: string | null, run: string): Recovered | null {
  const { files } = world;
  if (files.look(layout.journal)?.kind !== "file") {
    sweepOrphans(world, layout);
    return null;
  }
  const journal = readJournal(files.read(layout.journal));
  const named = journal && planOf(world, layout, journal.run);
  const whole = journal && named && named.sha256 === journal.plan ? { journal, ...named } : fromDisk(world, layout);
  if (!whole) return setAside(world, layout, live, run);
  if (whole.journal.machine !== world.machine) {
    throw new DeployStop(
      12,
      `the unfinished run ${whole.journal.run} is of machine '${whole.journal.machine}', and this is '${world.machine}'`,
      `the installation was copied, or the machine was renamed: compare the plug-in folder with the last receipt, move ${layout.journal} away, and install the swap bundle again`,
    );
  }
  const transaction: Transaction = {
    plan: whole.plan,
    planSha256: whole.sha256,
    layout,
    world,
    stamp: null,
    receipt: null,
    notes: [],
  };
  const direction = directionOf(factsOf(transaction, whole.journal.state));
  try {
    if (direction === "backward") goBack(transaction);
    else {
      goForward(transaction);
      transaction.notes.push(...prune(world, layout));
    }
  } catch (error) {
    if (error instanceof DeployStop && error.code === 12) throw error;
    throw new DeployStop(
      12,
      `the unfinished run ${whole.journal.run} could not be ${direction === "forward" ? "finished" : "undone"}: ${failureWords(error)}`,
      "the journal is kept: mend that and run any deploy command again, it begins there",
    );
  }
  sweepOrphans(world, layout);
  return { direction, run: whole.journal.run, kind: whole.plan.kind, notes: transaction.notes };
}

/** Work folders of runs that were killed before they had a journal: copies of the bundle, nothing else. */
function sweepOrphans(world: SwapWorld, layout: Layout): void {
  const known = new Set(stateReceipts(world.files, layout).map((receipt) => receipt.run));
  const left = world.files.look(layout.journal) ? readJournal(world.files.read(layout.journal)) : null;
  if (left) known.add(left.run); // a journal that could not be removed yet names its folder
  for (const name of runFolders(world, layout)) {
    if (!known.has(name) && !world.files.look(layout.at(`${name}/old`))) removed(() => world.files.removeTree(layout.at(name)));
  }
  const receipts = world.files.look(layout.receipts)?.kind === "folder" ? world.files.list(layout.receipts) : [];
  const halves = receipts.filter((name) => name.endsWith(".json.tmp")).map((name) => layout.at(`receipts/${name}`));
  for (const temporary of [`${layout.journal}.tmp`, ...halves]) {
    if (world.files.look(temporary)) removed(() => world.files.remove(temporary));
  }
}

/** A leftover that a scanner holds harms nobody; the next run tries again. */
function removed(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (systemCode(error) === "") throw error;
  }
}
